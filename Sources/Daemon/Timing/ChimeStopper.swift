import AlarmClock
import Machine

/// Looks for cards while timers chime, with light if it is dark. Any card that is brought ends the chimes.
struct ChimeStopper: Sendable {
  let timers: TimerRunner
  let cards: any CardFinder
  let inForce: BookInForce
  let time: any TimeSource
  /// Switches the lamp, unless an alarm has it.
  var light: @Sendable (Bool) -> Void = { _ in }
  /// Called when a card was left in view, so that it ends nothing.
  var lies: @Sendable () -> Void = {}

  /// How long to wait if something else has the camera.
  private static let patience: Duration = .milliseconds(500)

  func run() async {
    for await _ in timers.beginnings {
      while timers.isChiming, !Task.isCancelled {
        await untilOneEnds(look) {
          while timers.isChiming { guard await time.rest(for: Self.patience) else { return } }
        }
        guard timers.isChiming else { break }
        guard await time.rest(for: Self.patience) else { return }
      }
    }
  }

  private func look() async {
    var lamp = LightControl()
    defer { light(false) }
    for await sight in cards.sights(for: .timer) {
      let now = time.monotonic
      lamp.isSteady = !inForce.settings.flashes
      lamp.look(brightness: sight.brightness, obstacle: sight.obstacle, at: now)
      light(lamp.isLampOn)
      let seen = await cards.cards(in: sight)
      let look = CardPresence.Look(sight, cards: seen, isLightSettled: lamp.isSettled(at: now))
      if timers.look(at: look, seen.compactMap(\.card)) { lies() }
      guard timers.isChiming else { return }
    }
  }
}
