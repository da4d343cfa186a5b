import Control
import Glibc

/// What the guide says about boards and their devices.
enum SetupBoard {
  /// The folder of `board/` that fits this machine; nil: none is known to.
  static var ofThisMachine: String? {
    let path = "/proc/device-tree/model"
    guard access(path, R_OK) == 0 else { return nil }
    do throws(ControlError) {
      let file = try InputFile(path, remedy: "")
      return try file.next(256).flatMap { folder(ofModel: String(decoding: $0, as: UTF8.self)) }
    } catch {
      // Then people choose it themselves.
      return nil
    }
  }

  /// - Parameter model: as the kernel has it: `Raspberry Pi 4 Model B Rev 1.4`.
  static func folder(ofModel model: String) -> String? {
    [
      ("Raspberry Pi 5 ", "raspberry-pi-5"), ("Raspberry Pi 4 ", "raspberry-pi-4"),
      ("Raspberry Pi 3 ", "raspberry-pi-3"), ("Raspberry Pi Zero 2", "raspberry-pi-zero-2-w"),
    ].first { model.hasPrefix($0.0) }?.1
  }

  static func install(_ folder: String?) -> String {
    let name = folder ?? "raspberry-pi-4"
    return "`sudo deploy/install \(name)`" + (folder == nil ? " (or another folder of board/)" : "")
  }

  static func aboutMock(_ folder: String?) -> String {
    "That is the mock board: it drives no hardware, and its devices only record what they are told. For a real one, in "
      + "the folder of Rouse: \(install(folder)); then `rouse setup` again."
  }

  /// What to do where a device was not noticed.
  static func remedy(for role: String) -> String {
    let first =
      switch role {
      case "speaker":
        "Is the speaker plugged in and turned up? See `rouse settings get volume`; hear it: `rouse sound preview tone`."
      case "vibration": "Does the motor lie against the bed? Feel it: `rouse vibration preview strong`."
      case "buzzer": "It beeps in `rouse test devices`, unless it is quiet: `rouse quiet`."
      case "display": "Is it wired as the page of your board shows? See `rouse settings get brightness`."
      case "camera": "Fix, focus and light it: `rouse camera aim` draws what it sees."
      default: "It lights in `rouse test devices`."
      }
    return first + " What is wrong with a device, `rouse doctor` says."
  }
}
