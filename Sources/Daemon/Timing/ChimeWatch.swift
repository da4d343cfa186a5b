import AlarmClock
import ScanLine

/// Looks for a card while timers chime: any one ends them, as no card is needed.
struct ChimeWatch: Sendable {
  let timers: TimerKeeper
  let cards: any CardWatch
  let time: any TimeSource

  /// How long it waits where the camera belongs to somebody else.
  private static let patience: Duration = .milliseconds(500)

  /// Looks whenever something chimes, until the task is cancelled.
  func run() async {
    for await _ in timers.beginnings {
      while timers.isChiming, !Task.isCancelled {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await look() }
          group.addTask { await untilItIsOver() }
          await group.next()
          group.cancelAll()
        }
        guard timers.isChiming else { break }
        guard await time.rest(for: Self.patience) else { return }
      }
    }
  }

  private func look() async {
    for await sight in cards.sights(for: .timer) {
      timers.look()
      for payload in sight.payloads {
        if let card = await cards.card(for: payload) { timers.see(card) }
      }
      guard timers.isChiming else { return }
    }
  }

  private func untilItIsOver() async {
    while timers.isChiming { guard await time.rest(for: Self.patience) else { return } }
  }
}
