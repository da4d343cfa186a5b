import ArgumentParser
import Control
import Hardware

/// Which device a verb is about.
struct DeviceArgument: ParsableArguments {
  @Argument(
    help: "One of \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(DeviceRole.allCases.map(\.rawValue)))
  var device: String

  func checked() throws(ControlError) -> String {
    guard DeviceRole(rawValue: device) != nil else {
      throw ControlError(
        .usage, "there is no device `\(Terminal.printable(device))`", why: "nothing was changed",
        fix: "choose one of: \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return device
  }
}

struct MockFailCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock fail", "Make a device fail until it is healed.")

  @OptionGroup var device: DeviceArgument
  @Argument(help: "As EBUSY or 16, or `stall`.")
  var errno = "EIO"
  @OptionGroup var connection: Connection

  func run() throws {
    let device = try device.checked()
    guard errno == "stall" || Errno.code(named: errno) != nil else {
      throw ControlError(
        .usage, "there is no error `\(Terminal.printable(errno))`", why: "nothing was changed",
        fix: "give a name of errno(3) as EBUSY, its number, or `stall`")
    }
    _ = try connection.ask(FailDevice(device: device, error: errno))
  }
}

struct MockHealCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock heal", "Let a failed device work again; it is back within 2 s.")

  @OptionGroup var device: DeviceArgument
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(HealDevice(device: device.checked())) }
}
