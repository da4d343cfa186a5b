import AlarmClock
import ControlService
import Machine
import Sound

/// Speaks during alarms that should speak: the time, their labels, and why no card is read. No ring waits for it.
struct Announcer: Hook {
  let face: ClockFace
  let inForce: BookInForce
  let notices: Notices
  let time: any TimeSource
  /// Turns words into sound, which may take a while.
  let speak: @Sendable (String) async -> Result<Speech, SpeechProblem>
  /// Plays speech over the sound of the alarms.
  let announce: @Sendable (Speech) -> Void
  private let begun = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The time for which a sound is heard before the first words.
  static let patience: Duration = .seconds(5)
  static let period: Duration = .seconds(60)
  /// The shortest time between repetitions of a hint.
  static let hintPeriod: Duration = .seconds(20)
  private static let step: Duration = .milliseconds(500)

  func note(_ news: EngineNews) { if case .began = news { begun.continuation.yield() } }

  func run(_ ringer: Ringer) async {
    for await _ in begun.stream {
      var next: Duration?
      var last: (hint: ReadingHint, at: Duration)?
      while ringer.isRinging {
        let heard = heard(ringer)
        if !heard.isEmpty {
          let now = time.monotonic
          let due = next ?? now + Self.patience
          next = due
          if now >= due {
            next = now + Self.period
            let labels = heard.map(\.plan.label).filter { !$0.isEmpty }.map { "\($0)." }
            await say(([face.spoken(at: time.now)] + labels).joined(separator: " "), over: ringer)
          } else if let hint = ringer.hint, last.map({ $0.hint != hint || now - $0.at >= Self.hintPeriod }) ?? true {
            last = (hint, now)
            await say(SpokenHint.words(for: hint, cards: cards(for: heard)), over: ringer)
          }
        } else {
          next = nil
        }
        guard await time.rest(for: Self.step) else { return }
      }
    }
  }

  private func say(_ words: String, over ringer: Ringer) async {
    switch await speak(words) {
    case .success(let speech): if !heard(ringer).isEmpty { announce(speech) }
    case .failure(let problem): notices.add("An alarm rang without words: \(problem.why); \(problem.fix)")
    }
  }

  private func heard(_ ringer: Ringer) -> [Ringer.Ring] {
    let (now, devices) = (time.monotonic, ringer.outputs.devices)
    return ringer.current.filter { ring in
      ring.plan.speaks && ring.state.phase == .ringing
        && ring.state.demand(at: now, devices: devices).sound?.volume ?? 0 > 0
    }
  }

  private func cards(for rings: [Ringer.Ring]) -> [String] {
    inForce.book.dismissCards.filter { card in rings.contains { $0.plan.isAnswered(by: card) } }.map(\.name)
  }
}

enum SpokenHint {
  /// - Parameter cards: the names of the cards that end the current rings.
  static func words(for hint: ReadingHint, cards: [String]) -> String {
    switch hint {
    case .tooDark: "Too dark. Turn a light on."
    case .glare: "Glare. Tilt the card."
    case .tooFar: "Nearer."
    case .tooNear: "Farther away."
    case .holdStill: "Hold it still."
    case .wrongCode: "Wrong card." + take(cards)
    case .takeAway:
      "The card was already there. Take it away, then hold it elsewhere, or closer. "
        + "In the dark, turn on the light first, then show the card."
    }
  }

  /// More are too many to listen to.
  private static let mostNamed = 3

  private static func take(_ cards: [String]) -> String {
    guard !cards.isEmpty, cards.count <= mostNamed else { return "" }
    return " Take \(cards.joined(separator: " or "))."
  }
}

/// Plays a rising tone when a card was accepted, if the alarm sounds and `guidance` is on; never louder than the alarm.
struct FoundTone: Hook {
  let inForce: BookInForce
  let previews: PreviewPlayer
  let time: any TimeSource

  /// People wait for the silence, so it comes first.
  private static let pause: Duration = .milliseconds(250)
  /// In percent.
  static let mostVolume = 40

  static func preview(for plan: RingPlan, _ settings: Settings) -> Preview? {
    guard settings.guides, plan.volume > 0 else { return nil }
    // Part of the length passes before the speaker is open.
    return Preview(
      sound: Preview.Sound(id: SoundShelf.foundID, volume: min(plan.volume, mostVolume)),
      length: RisingTone.length + .milliseconds(500))
  }

  /// If another ring goes on, that ring keeps the speaker.
  func note(_ news: EngineNews) {
    guard case .cardTaken(let plan) = news, let preview = Self.preview(for: plan, inForce.settings) else { return }
    Task(executorPreference: WorkPool.shared) { [previews, time] in
      guard await time.rest(for: Self.pause), !previews.isPlaying else { return }
      // The health of the speaker shows a failure; the card counts anyway.
      _ = try await previews.play(preview) { _, _ in }
    }
  }
}
