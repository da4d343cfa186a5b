import Control

extension ControlError {
  /// An alarm has what was asked for.
  static func ringing(_ why: String) -> ControlError {
    ControlError(.tryAgain, "an alarm is ringing", why: why, fix: "show the alarm's card first, then try again")
  }
}
