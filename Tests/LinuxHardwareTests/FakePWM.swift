import Glibc
import TestSupport
import Testing

@testable import LinuxHardware

/// An imitation of /sys/class/pwm, removed with the object.
final class FakePWM: Sendable {
  private let folder: TemporaryFolder
  var root: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Adds a chip whose `device` link ends with `device`.
  func addChip(_ number: Int, device: String) {
    let chip = "\(root)/pwmchip\(number)"
    mkdir(chip, 0o700)
    symlink("../../../devices/platform/\(device)", "\(chip)/device")
    for file in ["export", "unexport"] { write("", "pwmchip\(number)/\(file)") }
  }

  /// Adds the folder that the kernel creates after an export.
  func addChannel(_ channel: Int, of chip: Int, period: Int = 0, duty: Int = 0) {
    let folder = "pwmchip\(chip)/pwm\(channel)"
    mkdir("\(root)/\(folder)", 0o700)
    write("\(duty)\n", "\(folder)/duty_cycle")
    write("0\n", "\(folder)/enable")
    write("\(period)\n", "\(folder)/period")
  }

  /// Makes writes to this file fail with ENOSPC from now on.
  func breakFile(_ path: String) {
    unlink("\(root)/\(path)")
    symlink("/dev/full", "\(root)/\(path)")
  }

  func rename(_ old: String, to new: String) { Glibc.rename("\(root)/\(old)", "\(root)/\(new)") }

  func write(_ text: String, _ path: String) {
    unlink("\(root)/\(path)")
    let file = open("\(root)/\(path)", O_WRONLY | O_CREAT, 0o600)
    Glibc.write(file, text, text.utf8.count)
    close(file)
  }

  func value(_ path: String) throws -> String { try Sysfs(role: .vibration).read("\(root)/\(path)") }

  func values(_ folder: String) throws -> [String] {
    try ["period", "duty_cycle", "enable"].map { try value("\(folder)/\($0)") }
  }
}
