import CI2C
import Glibc
import Hardware

/// An I2C bus accessed through i2c-dev (kernel Documentation/i2c/dev-interface). The first transfer opens it, and so
/// does the first transfer after a failure. Closed on exec.
public final class LinuxI2CBus: I2CBus {
  /// The limit of Linux's SMBus emulation for I2C block transfers.
  private static let longestBlock = 32

  private let role: DeviceRole
  private let bus: String
  private let handle: Reopened<BusHandle>

  /// - Parameter bus: a path (`/dev/i2c-1`), or the adapter's name (`i2cdetect -l`) if its number may change.
  public init(_ bus: String, role: DeviceRole = .display, list: String = "/sys/class/i2c-dev") {
    self.role = role
    self.bus = bus
    handle = Reopened { () throws(HardwareError) in
      try BusHandle(role, Self.findPath(of: bus, in: list, Sysfs(role: role)))
    }
  }

  /// Throws ENODEV or ENOENT if there is no such bus; EBUSY if a kernel driver holds the address; EACCES without
  /// permission; EREMOTEIO, ENXIO, ETIMEDOUT or EIO if the chip does not answer; EINVAL for more than 32 bytes.
  public func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
    let operation = "writing to \(Self.name(address)) on \(bus)"
    guard bytes.count <= Self.longestBlock else { throw HardwareError(role, operation, code: EINVAL) }
    try transfer(operation, address) { file in
      bytes.isEmpty
        ? i2c_smbus_write_byte(file, command)
        : i2c_smbus_write_i2c_block_data(file, command, UInt8(bytes.count), bytes)
    }
  }

  /// Throws like `write`; EINVAL unless `count` is 1…32.
  public func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    let operation = "reading from \(Self.name(address)) on \(bus)"
    guard (1...Self.longestBlock).contains(count) else { throw HardwareError(role, operation, code: EINVAL) }
    var bytes = [UInt8](repeating: 0, count: Self.longestBlock)
    try transfer(operation, address) { file in
      let received = i2c_smbus_read_i2c_block_data(file, command, UInt8(count), &bytes)
      return received < 0 || received == count ? received : -EIO
    }
    return Array(bytes[..<count])
  }

  /// - Parameter body: one call of libi2c, which returns a negative errno on failure.
  private func transfer(
    _ operation: String, _ address: UInt8, _ body: (_ file: Int32) -> Int32
  ) throws(HardwareError) {
    try handle.use { handle throws(HardwareError) in
      try handle.select(address)
      let result = body(handle.file)
      guard result >= 0 else { throw HardwareError(role, operation, code: -result) }
    }
  }

  private static func findPath(of bus: String, in list: String, _ sysfs: Sysfs) throws(HardwareError) -> String {
    if bus.hasPrefix("/") { return bus }
    for entry in try sysfs.entries(of: list) where try sysfs.read("\(list)/\(entry)/name") == bus {
      return "/dev/\(entry)"
    }
    throw HardwareError(sysfs.role, "finding the I2C bus \(bus) (is i2c-dev loaded?)", code: ENODEV)
  }

  fileprivate static func name(_ address: UInt8) -> String { "0x" + String(address, radix: 16) }
}

private struct BusHandle: ~Copyable {
  private let role: DeviceRole
  private let path: String
  let file: Int32
  private var address: UInt8?

  init(_ role: DeviceRole, _ path: String) throws(HardwareError) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    let code = errno
    guard file >= 0 else { throw HardwareError(role, "opening the I2C bus \(path)", code: code) }
    self.role = role
    self.path = path
    self.file = file
  }

  // Never forces the address: two drivers for one chip would interfere with each other.
  mutating func select(_ wanted: UInt8) throws(HardwareError) {
    guard address != wanted else { return }
    guard ioctl(file, UInt(I2C_SLAVE), CInt(wanted)) == 0 else {
      let code = errno
      let holder = code == EBUSY ? ", in use by a kernel driver" : ""
      throw HardwareError(role, "addressing \(LinuxI2CBus.name(wanted)) on \(path)\(holder)", code: code)
    }
    address = wanted
  }

  deinit { close(file) }
}
