import Control

/// What people are told of a copy that is not taken.
extension Restores {
  static func busyRinging(_ ledger: isolated Ledger, _ use: CopyUse) -> ControlError {
    ledger.events.append(.changeRefused, detail: "\(use.noun) while an alarm rings")
    return ControlError(
      .tryAgain, "nothing can be \(use.participle) while an alarm is ringing",
      why: "a ring ends by the cards it began with", fix: "show the alarm's card first, then try again")
  }

  static func notABackup(_ why: String, _ use: CopyUse, fix: String? = nil) -> ControlError {
    ControlError(
      .badData, "the file cannot be \(use.participle)", why: "\(why); nothing was changed",
      fix: fix
        ?? "give a file that `rouse backup` has written, whole; the clock's own are in the folder `backups` beside its store"
    )
  }

  static func noSpace(_ why: String) -> ControlError {
    ControlError(
      .cannotWrite, "the file could not be handed over", why: "\(why); nothing was changed",
      fix: "free space or make the state folder writable (`rouse status` names it), then try again")
  }

  static func otherRestore(_ use: CopyUse) -> ControlError {
    ControlError(
      .tryAgain, "the file was not \(use.participle)", why: "another one is being read; nothing was changed",
      fix: "try again")
  }

  static func lostUpload(_ use: CopyUse) -> ControlError {
    ControlError(
      .tryAgain, "the file was not \(use.participle)",
      why: "another one was handed over, or this one took too long; nothing was changed", fix: "try again")
  }
}
