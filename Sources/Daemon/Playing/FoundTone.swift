import AlarmClock
import Machine
import Sound

/// Tells by a rising tone that a card was taken, for those who do not see the display.
///
/// Only where the alarm has a sound, no louder than that gets, and where hints are wanted at all (`guidance`).
final class FoundTone: Sendable {
  private let inForce: BookInForce
  private let previews: PreviewPlayer
  private let time: any TimeSource

  /// First it is silent, which is what people wait for.
  private static let pause: Duration = .milliseconds(250)
  /// In per cent.
  static let mostVolume = 40

  init(inForce: BookInForce, previews: PreviewPlayer, time: any TimeSource) {
    self.inForce = inForce
    self.previews = previews
    self.time = time
  }

  /// What is played for a ring; nil: nothing.
  static func preview(for plan: RingPlan, _ settings: Settings) -> Preview? {
    guard settings.guides, plan.volume > 0 else { return nil }
    // Some of it passes until the speaker is open.
    return Preview(
      sound: Preview.Sound(id: SoundShelf.foundID, volume: min(plan.volume, mostVolume)),
      length: RisingTone.length + .milliseconds(500))
  }

  /// Never blocks. Another ring that goes on keeps the speaker.
  func play(for plan: RingPlan) {
    guard let preview = Self.preview(for: plan, inForce.settings) else { return }
    Task(executorPreference: WorkPool.shared) { [previews, time] in
      guard await time.rest(for: Self.pause), !previews.isPlaying else { return }
      // Where the speaker fails, its health tells; the card has been taken all the same.
      _ = try await previews.play(preview) { _, _ in }
    }
  }
}
