import AlarmClock
import Machine
import Sound

/// Beeps softly once as a message comes, where that was asked for: outside of quiet hours, and when nothing else has the
/// speaker. (A buzzer has one loudness, which is an alarm's.)
struct MessageBeep: Sendable {
  let inForce: BookInForce
  let previews: PreviewPlayer
  let time: any TimeSource
  let zone: @Sendable () -> ZoneRules
  /// Why the speaker would do nothing; nil: nothing is known against it.
  let lack: @Sendable () -> String?
  /// Somebody else is heard, or is to be.
  let isBusy: @Sendable () -> Bool

  /// In per cent.
  static let mostVolume = 30

  /// Why nothing is heard at this moment; nil: it beeps.
  var silence: String? {
    if let lack = lack() { return lack }
    let settings = inForce.settings
    if settings.volume == 0 { return "the volume is 0" }
    if settings.quiet.isQuiet(at: zone().local(time.now).time) {
      return "quiet is \(settings.quiet.text(settings.timeFormat))"
    }
    return isBusy() ? "the speaker is in use" : nil
  }

  /// Never blocks. An alarm that comes meanwhile has the speaker at once.
  func play() {
    let preview = Preview(
      sound: Preview.Sound(id: SoundShelf.beepID, volume: min(inForce.settings.volume, Self.mostVolume)),
      // Some of it passes until the speaker is open.
      length: SoftBeep.length + .milliseconds(500))
    Task(executorPreference: WorkPool.shared) { [previews] in
      // Where the speaker fails, its health tells; the message is seen all the same.
      _ = try await previews.play(preview) { _, _ in }
    }
  }
}
