/// An I2C bus, as far as chips with registers need it: the SMBus block transfers (SMBus 2.0, and the I2C block variant
/// of Linux, Documentation/i2c/smbus-protocol). An address has 7 bits.
public protocol I2CBus: Sendable {
  /// Sends a command byte and up to 32 bytes after it, in one transfer.
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError)
  /// Sends a command byte, and reads 1 to 32 bytes in the same transfer.
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8]
}
