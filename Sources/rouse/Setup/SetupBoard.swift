import Boards
import Control

/// What the guide says about boards and their devices.
enum SetupBoard {
  static func aboutMock(_ place: BoardPlace) -> String {
    "That is the mock board: it drives no hardware, and its devices only record what they are told. For a real one: "
      + "\(place.command), then `sudo systemctl restart rouse`; then `rouse setup` again."
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
