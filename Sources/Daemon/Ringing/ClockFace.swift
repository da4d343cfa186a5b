import AlarmClock
import Faces
import Hardware
import Machine
import Synchronization

final class ClockFace: Sendable {
  struct State {
    var hasMisses = false
    /// The zones that the settings ask for, and those of them that could be read.
    var otherZones: (asked: [String], found: [OtherZone]) = ([], [])
    var notice: (face: DisplayFace, until: Duration)?
    /// Replaces everything else while the devices are tested.
    var test: DisplayFace?
    var darkness = DarknessWatch()
    var dimmer = Dimmer()
    var peek: Peek?
    var told: IdleDisplay?
    var ringingFaces = 0
    /// `ringingFaces` when an idle face was last computed.
    var ringingFacesSeen = 0
    /// The light that the display's thread last used, or `nil` if it has not run yet.
    var seen: Sight?

    struct Sight: Hashable {
      var level: Int?
      var isDark: Bool?
    }
  }

  let state = Mutex(State())
  let inForce: BookInForce
  let shape: DisplayShape
  let inputs: any FaceInputs
  let messages: (any MessageSource)?

  /// Shown when the wake check asks for the card.
  static let askingText = DisplayWord.card.rawValue
  /// Shown after a timer has ended, if nothing may blink.
  static let endText = DisplayWord.end.rawValue
  /// The maximum, because a ring must be seen.
  static let ringBrightness = 15
  /// The text with the most lit segments.
  var brightestText: String { (1...shape.digits).map { shape.colons.contains($0) ? "8:" : "8" }.joined() }
  private static let noticeDuration: Duration = .seconds(10)
  /// How long a hint about a card is shown. If no other hint follows, the face then has a turn as long.
  private static let hintDuration = Guidance.turn

  init(
    inForce: BookInForce, shape: DisplayShape = .fourDigits, inputs: any FaceInputs,
    messages: (any MessageSource)? = nil
  ) {
    self.inForce = inForce
    self.shape = shape
    self.inputs = inputs
    self.messages = messages
  }

  func use(test: DisplayFace?) { state.withLock { $0.test = test } }
  func use(hasMisses: Bool) { state.withLock { $0.hasMisses = hasMisses } }
  /// Whether the user wants more hints than that a code is wrong.
  var guides: Bool { inForce.settings.guides }
  func tells(_ hint: ReadingHint) -> Bool { ReadingHint.verdicts.contains(hint) || guides }

  /// Shows a four-letter word in place of the time for ten seconds.
  func notice(_ text: String, at now: Duration) {
    state.withLock { $0.notice = (DisplayFace(text: text, brightness: nil), now + Self.noticeDuration) }
  }

  /// Shows a hint about a card while nothing rings. Returns `false` if the last hint or the turn after it is not over.
  func notice(_ hint: ReadingHint, at now: Duration) -> Bool {
    return state.withLock { state in
      if let notice = state.notice, now < notice.until + Self.hintDuration { return false }
      let face = DisplayFace(text: hint.word, sevenSegmentText: hint.sevenSegmentWord, brightness: nil)
      state.notice = (face, now + Self.hintDuration)
      return true
    }
  }

  /// Returns the face during rings: the time, alternating with the labels of the alarms and flashing unless it must be
  /// steady; or a hint, without pauses; or the request for a card; or the minutes left of a snooze. `isLight`: to light
  /// the card, it is not dark between flashes, and shows no time if it is steady. `namesCards`: the names of the right
  /// cards replace the labels. `isTurnedDown`: the user has turned down the speaker.
  func ringing(
    _ rings: [RingState], at now: Instant, monotonic: Duration, isLit: Bool, isSteady: Bool = false,
    hint: ReadingHint? = nil, isLight: Bool = false, namesCards: Bool = false, isTurnedDown: Bool = false
  ) -> DisplayFace {
    let settings = inForce.settings
    let isRinging = rings.contains { $0.phase == .ringing }
    // During a snooze or before a wake check, the display is no brighter than when idle.
    let quiet = isRinging ? nil : ringBasis(at: now, monotonic: monotonic).light.level
    let time = settings.clockText(of: inputs.ringing.zone.local(now).time)
    let page = isTurnedDown ? DisplayWord.turnedDown.rawValue : page(of: rings, at: monotonic, namesCards: namesCards)
    return state.withLock { state in
      state.ringingFaces += 1
      state.peek = nil
      if let hint, tells(hint) {
        // During a snooze it must not wake anyone, but be visible even if the display is otherwise off.
        let isAsking = rings.contains { $0.asks(at: monotonic) }
        return DisplayFace(
          text: hint.word, sevenSegmentText: hint.sevenSegmentWord,
          brightness: isAsking ? Self.ringBrightness : quiet ?? 0)
      }
      if isRinging {
        let isTime = isSteady ? !isLight : isLit
        let other = isLight ? brightestText : ""
        return DisplayFace(text: isTime ? page ?? time : other, brightness: Self.ringBrightness)
      }
      let ends = rings.compactMap { if case .snoozed(let until) = $0.phase { until } else { nil } }
      if let end = ends.min() {
        let minutes = (max(.zero, end - monotonic).wholeNanoseconds + 59_999_999_999) / 60_000_000_000
        return DisplayFace(
          text: "\(DisplayWord.snooze.rawValue)\(minutes < 10 ? " " : "")\(minutes)", brightness: quiet)
      }
      let isAsking = rings.contains { $0.isLooking(at: monotonic) }
      guard isAsking else { return DisplayFace(text: time, brightness: quiet) }
      return DisplayFace(text: isLit ? Self.askingText : time, brightness: Self.ringBrightness)
    }
  }

  private func page(of rings: [RingState], at monotonic: Duration, namesCards: Bool) -> String? {
    let sounding = rings.filter { $0.phase == .ringing }
    guard let start = sounding.first?.start else { return nil }
    let texts =
      namesCards
      ? inForce.book.cards.filter { card in sounding.contains { $0.plan.isAnswered(by: card) } }.map(\.name)
      : sounding.map(\.plan.label)
    var pages: [String] = []
    for text in texts where !text.isEmpty {
      pages += AlternatingText(text, on: shape).pages.filter { !pages.contains($0) }
    }
    return AlternatingText.turn(of: pages, after: monotonic - start).page
  }

  func spoken(at now: Instant) -> String {
    let idle = inputs.idle
    return SpokenTime.words(for: idle.zone.local(now).time, inForce.settings.timeFormat, isTrusted: idle.isRight)
  }
}

enum SpokenTime {
  /// Returns words such as `It is 7:30.`, or `It may be 7:30.` if the clock is not trusted.
  static func words(for time: LocalTime, _ format: Settings.TimeFormat, isTrusted: Bool) -> String {
    "It \(isTrusted ? "is" : "may be") \(words(for: time, format))."
  }

  /// Returns words such as `7:30`, `7 o'clock` or `7:30 AM`.
  static func words(for time: LocalTime, _ format: Settings.TimeFormat) -> String {
    let minute = time.minute == 0 ? "" : time.minute < 10 ? ":0\(time.minute)" : ":\(time.minute)"
    return switch format {
    case .hours24 where minute.isEmpty: time.hour == 0 ? "midnight" : "\(time.hour) o'clock"
    case .hours24: "\(time.hour)\(minute)"
    case .hours12: "\(time.hourOfTwelve)\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }
  }
}
