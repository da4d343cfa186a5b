import Control

/// Who may look through the camera while nothing rings.
struct CameraAccess: Sendable {
  let board: Board
  let ringer: Ringer
  let desk: CameraDesk
  let health: DeviceHealth

  /// - Parameter withoutOne: what to do where no camera is fitted.
  func check(withoutOne remedy: String) throws(ControlError) {
    guard board.has(.camera) else {
      throw ControlError(
        .notPermitted, "there is no camera", why: "it is not fitted on the board \(board.name)", fix: remedy)
    }
    guard !ringer.isRinging else { throw ControlError.ringing("the camera is watching for the card") }
    if let holder = desk.holder { throw Self.taken(by: holder) }
  }

  /// What keeps the camera from seeing; nil: nothing is known.
  var failure: String? { health.failure(of: .camera)?.error.description }

  /// Why what looked through the camera was ended.
  var lost: ControlError {
    if ringer.isRinging { return Self.takenByRing }
    if let holder = desk.holder { return Self.taken(by: holder) }
    return ControlError(
      .tryAgain, "nothing can be seen through the camera", why: failure ?? "it was let go of",
      fix: "try again; `rouse doctor` says what is wrong")
  }

  static var takenByRing: ControlError { .ringing("an alarm took the camera") }

  private static func taken(by holder: CameraPurpose) -> ControlError {
    ControlError(
      .tryAgain, "the camera is taken", why: "`\(holder.rawValue)` looks through it",
      fix: "wait until that has ended, then try again")
  }
}

extension ControlError {
  /// An alarm has what was asked for.
  static func ringing(_ why: String) -> ControlError {
    ControlError(.tryAgain, "an alarm is ringing", why: why, fix: "show the alarm's card first, then try again")
  }
}
