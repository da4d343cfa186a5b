import AlarmClock
import Hardware
import Machine
import Sound

/// Beeps softly when a message that asks for it comes, outside of quiet hours and if nothing else has the speaker. The
/// buzzer beeps instead if the speaker does not play.
struct MessageBeep: Sendable {
  let inForce: BookInForce
  let previews: PreviewPlayer
  let time: any TimeSource
  let zone: @Sendable () -> ZoneRules
  /// Why speaker or buzzer would do nothing, or `nil` if nothing is known against it.
  let lack: @Sendable (DeviceRole) -> String?
  /// Switches the buzzer; `nil` gives it back.
  let buzz: @Sendable (Bool?) -> Void
  /// Whether something else sounds, or is about to.
  let isBusy: @Sendable () -> Bool

  /// In percent.
  static let mostVolume = 30

  var isSpeakerMissing: Bool { lack(.speaker) != nil }

  /// Why a beep would not be heard now, or `nil` if it would.
  var silence: String? {
    if let why = lack(.speaker), lack(.buzzer) != nil { return why }
    let settings = inForce.settings
    if settings.volume == 0 { return "the volume is 0" }
    if settings.quiet.isQuiet(at: zone().local(time.now).time) {
      return "quiet is \(settings.quiet.text(settings.timeFormat))"
    }
    return isBusy() ? "something else sounds" : nil
  }

  /// Never blocks. An alarm that comes meanwhile takes the speaker and the buzzer at once.
  func play() {
    let preview = Preview(
      sound: Preview.Sound(id: SoundShelf.beepID, volume: min(inForce.settings.volume, Self.mostVolume)),
      // Opening the speaker takes some of this time.
      length: SoftBeep.length + .milliseconds(500))
    Task(executorPreference: WorkPool.shared) {
      guard !isSpeakerMissing else { return await standIn() }
      // A failing speaker is reported by its health. A muted mixer is known only once the speaker was opened.
      do { _ = try await previews.play(preview) { _, _ in } } catch { return await standIn() }
      if isSpeakerMissing { await standIn() }
    }
  }

  private func standIn() async {
    defer { buzz(nil) }
    for _ in 0..<StandInBeeps.count {
      for isOn in [true, false] {
        buzz(isOn)
        guard await time.rest(for: StandInBeeps.beep) else { return }
      }
    }
  }
}
