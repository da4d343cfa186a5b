import Glibc
import Hardware

/// The small files of a sensor, found by the name that its driver gives it.
struct SensorFiles: Sendable {
  /// How the kernel hands sensors out: a folder of sysfs, and how the entries in it begin.
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case iio, hwmon

    fileprivate var folder: String {
      switch self {
      case .iio: "/sys/bus/iio/devices"
      case .hwmon: "/sys/class/hwmon"
      }
    }

    fileprivate var prefix: String { self == .iio ? "iio:device" : "hwmon" }
  }

  fileprivate let sysfs: Sysfs
  private let kind: Kind
  private let folder: String

  /// - Parameter root: where `/sys` is; tests have a folder of their own.
  init(_ role: DeviceRole, _ kind: Kind, root: String) {
    sysfs = Sysfs(role: role)
    self.kind = kind
    folder = root + kind.folder
  }

  /// The folders of those of a name, or of all, with the names of the files in each. A number changes from one boot to the
  /// next, a name does not.
  func devices(named name: String?) throws(HardwareError) -> [(path: String, files: [String])] {
    var found: [(path: String, files: [String])] = []
    for entry in try sysfs.entries(of: folder) where entry.hasPrefix(kind.prefix) {
      let path = "\(folder)/\(entry)"
      let files = try sysfs.entries(of: path)
      if let name, try !names(path, files).contains(name) { continue }
      found.append((path, files))
    }
    return found
  }

  /// What it is called by its driver, and by the device tree where two are of one kind.
  private func names(_ path: String, _ files: [String]) throws(HardwareError) -> [String] {
    var names: [String] = []
    for file in ["name", "label"] where files.contains(file) { names.append(try sysfs.read("\(path)/\(file)")) }
    return names
  }

  /// That there is none of a name.
  func absence(of name: String?, _ what: String) -> HardwareError {
    HardwareError(
      sysfs.role, "finding \(name.map { "\(what) called \($0)" } ?? what) in \(folder)", code: ENODEV)
  }

  func number(_ path: String) throws(HardwareError) -> Double {
    let text = try sysfs.read(path)
    guard let number = Double(text), number.isFinite else {
      throw HardwareError(sysfs.role, "reading \(path), which says \"\(text.prefix(40))\"", code: EBADMSG)
    }
    return number
  }
}

/// Where a sensor's value is.
enum SensorChannel: Hashable, Sendable {
  /// In the unit of its kind.
  case input(String)
  /// To be added up and multiplied: (raw + offset) × scale (the kernel's Documentation/ABI/testing/sysfs-bus-iio).
  case raw(String, offset: String?, scale: String?)

  /// The channel of a quantity, as `in_illuminance`, which may be numbered; nil: the device has none.
  init?(iio quantity: String, at path: String, files: [String]) {
    func file(_ names: String...) -> String? { names.first(where: files.contains).map { "\(path)/\($0)" } }
    // `in_illuminance0_input`, or `in_illuminance_input`.
    let channels = files.compactMap { file -> (name: Substring, suffix: Substring)? in
      guard file.hasPrefix(quantity), let end = file.lastIndex(of: "_") else { return nil }
      let begin = file.index(file.startIndex, offsetBy: quantity.count)
      // The `_` of `in_illuminance` is the quantity's own.
      guard begin <= end else { return nil }
      let number = file[begin..<end]
      return number.allSatisfy(\.isNumber) ? (file[..<end], file[file.index(after: end)...]) : nil
    }
    if let channel = channels.first(where: { $0.suffix == "input" }) {
      self = .input("\(path)/\(channel.name)_input")
    } else if let channel = channels.first(where: { $0.suffix == "raw" }) {
      self = .raw(
        "\(path)/\(channel.name)_raw", offset: file("\(channel.name)_offset", "\(quantity)_offset"),
        scale: file("\(channel.name)_scale", "\(quantity)_scale"))
    } else {
      return nil
    }
  }

  func value(_ files: SensorFiles) throws(HardwareError) -> Double {
    switch self {
    case .input(let path): return try files.number(path)
    case .raw(let path, let offset, let scale):
      let raw = try files.number(path)
      let added = try offset.map { path throws(HardwareError) in try files.number(path) } ?? 0
      let factor = try scale.map { path throws(HardwareError) in try files.number(path) } ?? 1
      let value = (raw + added) * factor
      guard value.isFinite else {
        throw HardwareError(files.sysfs.role, "reading \(path), whose scale makes no number of it", code: EBADMSG)
      }
      return value
    }
  }
}
