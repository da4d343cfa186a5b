import Glibc
import Hardware

/// The sysfs files of a sensor, found by the name that its driver gives it.
struct SensorFiles: Sendable {
  fileprivate let sysfs: Sysfs
  private let folder: String
  /// The beginning of the sensors' names in the folder.
  private let prefix: String

  /// - Parameter root: the directory that contains `/sys`; tests use their own.
  init(_ role: DeviceRole, _ interface: LinuxRoomSensor.Interface, root: String) {
    sysfs = Sysfs(role: role)
    folder = root + (interface == .iio ? "/sys/bus/iio/devices" : "/sys/class/hwmon")
    prefix = interface == .iio ? "iio:device" : "hwmon"
  }

  /// Returns the first result of `find` for a sensor with this name (stable; `nil` means any), or throws ENODEV.
  func first<Found: Sendable>(
    named name: String?, _ what: String, _ find: (_ path: String, _ files: [String]) -> Found?
  ) throws(HardwareError) -> Found {
    for entry in try sysfs.entries(of: folder) where entry.hasPrefix(prefix) {
      let path = "\(folder)/\(entry)"
      let files = try sysfs.entries(of: path)
      if let name {
        // The device tree's label distinguishes two sensors of one kind.
        let names = try ["name", "label"].filter(files.contains).map { file throws(HardwareError) in
          try sysfs.read("\(path)/\(file)")
        }
        guard names.contains(name) else { continue }
      }
      if let found = find(path, files) { return found }
    }
    throw HardwareError(
      sysfs.role, "finding \(name.map { "\(what) called \($0)" } ?? what) in \(folder)", code: ENODEV)
  }

  func number(_ path: String) throws(HardwareError) -> Double {
    let text = try sysfs.read(path)
    guard let number = Double(text), number.isFinite else {
      throw HardwareError(sysfs.role, "reading \(path), which contains \"\(text.prefix(40))\"", code: EBADMSG)
    }
    return number
  }
}

/// The files of a value: (raw + offset) × scale (kernel Documentation/ABI/testing/sysfs-bus-iio).
struct SensorChannel: Sendable {
  let path: String
  var offset: String?
  var scale: String?
}

extension SensorChannel {
  /// Finds the channel of a quantity such as `in_illuminance`, perhaps numbered. `nil` if the device has none.
  init?(iio quantity: String, at path: String, files: [String]) {
    func file(_ names: String...) -> String? { names.first(where: files.contains).map { "\(path)/\($0)" } }
    // Matches `in_illuminance0_input` or `in_illuminance_input`.
    let channels = files.compactMap { file -> (name: Substring, suffix: Substring)? in
      guard file.hasPrefix(quantity), let end = file.lastIndex(of: "_") else { return nil }
      let begin = file.index(file.startIndex, offsetBy: quantity.count)
      // The `_` in `in_illuminance` belongs to the quantity.
      guard begin <= end else { return nil }
      let number = file[begin..<end]
      return number.allSatisfy(\.isNumber) ? (file[..<end], file[file.index(after: end)...]) : nil
    }
    if let channel = channels.first(where: { $0.suffix == "input" }) {
      self.init(path: "\(path)/\(channel.name)_input")
    } else if let channel = channels.first(where: { $0.suffix == "raw" }) {
      self.init(
        path: "\(path)/\(channel.name)_raw", offset: file("\(channel.name)_offset", "\(quantity)_offset"),
        scale: file("\(channel.name)_scale", "\(quantity)_scale"))
    } else {
      return nil
    }
  }

  func value(_ files: SensorFiles) throws(HardwareError) -> Double {
    let raw = try files.number(path)
    let added = try offset.map { path throws(HardwareError) in try files.number(path) } ?? 0
    let factor = try scale.map { path throws(HardwareError) in try files.number(path) } ?? 1
    let value = (raw + added) * factor
    guard value.isFinite else {
      throw HardwareError(files.sysfs.role, "reading \(path), whose scaled value is not a number", code: EBADMSG)
    }
    return value
  }
}
