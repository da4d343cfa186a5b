import Glibc
import TestSupport

@testable import LinuxHardware

/// An imitation of /sys/class/pwm, removed with the object.
final class FakePWM: Sendable {
  private let folder: TemporaryFolder
  var root: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Adds a chip whose `device` link ends with `device`.
  func addChip(_ number: Int, device: String) throws {
    let chip = "pwmchip\(number)"
    for file in ["export", "unexport"] { try folder.write("", to: "\(chip)/\(file)") }
    try folder.link("\(chip)/device", to: "../../../devices/platform/\(device)")
  }

  /// Adds the folder that the kernel creates after an export.
  func addChannel(_ channel: Int, of chip: Int, period: Int = 0, duty: Int = 0) throws {
    for (file, value) in [("duty_cycle", duty), ("enable", 0), ("period", period)] {
      try folder.write("\(value)\n", to: "pwmchip\(chip)/pwm\(channel)/\(file)")
    }
  }

  /// Makes writes to this file fail with ENOSPC from now on.
  func breakFile(_ path: String) throws {
    unlink("\(root)/\(path)")
    try folder.link(path, to: "/dev/full")
  }

  func rename(_ old: String, to new: String) { Glibc.rename("\(root)/\(old)", "\(root)/\(new)") }

  /// Replaces a file, also one that is broken.
  func write(_ text: String, _ path: String) throws {
    unlink("\(root)/\(path)")
    try folder.write(text, to: path)
  }

  func value(_ path: String) throws -> String { try Sysfs(role: .vibration).read("\(root)/\(path)") }

  func values(_ folder: String) throws -> [String] {
    try ["period", "duty_cycle", "enable"].map { try value("\(folder)/\($0)") }
  }
}
