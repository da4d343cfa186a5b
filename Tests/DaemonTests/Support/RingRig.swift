import Storage
import Testing

@testable import AlarmClock
@testable import Daemon

/// A ringer with fake devices and its own time.
struct RingRig {
  let time = ManualTime(morning)
  let outputs = FakeOutputs()
  let cards: FakeCards
  let events: EventLog
  let outcomes = Outcomes()
  let inForce = BookInForce(AlarmBook())
  let face: ClockFace
  let ringer: Ringer

  init(_ cards: [Card] = [card("bath"), card("door")], isBlind: Bool = false) throws {
    self.cards = FakeCards(cards, endsAtOnce: isBlind)
    events = EventLog(time: time, log: try quietLog())
    let outcomes = outcomes
    face = ClockFace(zone: .utc, inForce: inForce)
    ringer = Ringer(
      outputs: outputs, cards: self.cards, events: events, face: face, time: time,
      trust: try TrustWatch(time: time, inForce: inForce),
      looks: NoLooks(), observer: outcomes)
  }

  func ring(
    _ id: String = "aaaaaa", due: Instant = morning, cards: [String] = [], sound: String = "tone",
    change: (inout RingOverrides) -> Void = { _ in }
  ) -> ArmedOccurrence {
    var alarm = Alarm(id: id, recurrence: .instant(due), cards: cards)
    alarm.overrides.sound = sound
    alarm.overrides.silenceAfter = .seconds(600)
    change(&alarm.overrides)
    return ArmedOccurrence(of: alarm, due: due)
  }

  /// Shows every ring a scene without a card, so that the next card counts at once.
  func lookAtEmptyScene() async -> Bool {
    await eventually {
      time.advance(by: .milliseconds(70))
      cards.see()
      return ringer.isRinging && ringer.current.allSatisfy(\.state.isReadyForCards)
    }
  }

  /// Takes away a card that lies in view, for long enough that it counts when it is shown again.
  func takeAway(_ name: String) async -> Bool {
    await eventually {
      time.advance(by: .milliseconds(70))
      cards.see()
      return ringer.current.allSatisfy { !$0.state.lyingCards.contains("id-\(name)") }
    }
  }

  func count(_ kind: Event.Kind) -> Int { events.pending.filter { $0.kind == kind }.count }

  /// Runs the ringer during `body`.
  func run(_ body: () async throws -> Void) async throws {
    let running = Task { [ringer] in await ringer.run() }
    defer { running.cancel() }
    try await body()
  }

  func pass(_ duration: Duration, step: Duration = .milliseconds(100)) async {
    await time.pass(duration, step: step)
  }
}

extension ArmedOccurrence {
  /// Arms an alarm that rings once and is not in the book.
  init(of id: String, due: Instant) { self.init(of: Alarm(id: id, recurrence: .instant(due)), due: due) }

  init(of alarm: Alarm, due: Instant) {
    self.init(
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
      recurrence: alarm.recurrence, isSkipped: false)
  }
}
