import AlarmClock
import Faces
import Hardware
import Machine
import Synchronization

final class ClockFace: Sendable {
  struct State {
    var zone: ZoneRules
    var isTrusted = true
    /// Its rules are those of the zone that the machine asks for.
    var isZoneKnown = true
    var hasMisses = false
    /// Those of the settings that could be read, and what the settings asked for.
    var otherZones: (asked: [String], found: [OtherZone]) = ([], [])
    var nextRing: @Sendable () -> NamedRing? = { nil }
    var readings: @Sendable () -> Readings = { Readings() }
    var countdown: @Sendable () -> Countdown? = { nil }
    /// What there is to show of messages at a moment that `idle` was told.
    var message: @Sendable (Duration) -> MessageSight? = { _ in nil }
    /// A copy of the messages of such a moment.
    var messages: @Sendable (Duration) -> MessageCourse? = { _ in nil }
    var notice: (face: DisplayFace, until: Duration)?
    /// Shown in place of all else while the devices are tested.
    var test: DisplayFace?
    var darkness = DarknessWatch()
    var dimmer = Dimmer()
    /// Whether a light of the clock is on that its light sensor may see.
    var isLampLit: @Sendable () -> Bool = { false }
    /// Has the light sensor asked often, or seldom.
    var followLight: @Sendable (Bool) -> Void = { _ in }
    var peek: Peek?
    var told: IdleDisplay?
    var ringingFaces = 0
    /// `ringingFaces` as it was when an idle face was last worked out.
    var ringingFacesSeen = 0
    /// What the display's own thread has found of the light last; nil: nothing yet.
    var seen: Sight?

    struct Sight: Hashable {
      var level: Int?
      var isDark: Bool?
    }

    var isRight: Bool { isTrusted && isZoneKnown }
  }

  let state: Mutex<State>
  let inForce: BookInForce
  let shape: DisplayShape

  /// The wake check asks for the card.
  static let askingText = DisplayWord.card.rawValue
  /// A timer has ended, where nothing is to blink.
  static let endText = DisplayWord.end.rawValue
  /// A ring is to be seen.
  static let ringBrightness = 15
  /// As much light as the display's digits give.
  var brightestText: String { (1...shape.digits).map { shape.colons.contains($0) ? "8:" : "8" }.joined() }
  private static let noticeDuration: Duration = .seconds(10)
  /// Of what is said of a card; as long as no other is to be said, what is shown otherwise has its turn.
  private static let hintDuration = Guidance.turn

  init(zone: ZoneRules, inForce: BookInForce, shape: DisplayShape = .fourDigits) {
    state = Mutex(State(zone: zone))
    self.inForce = inForce
    self.shape = shape
  }

  func use(_ zone: ZoneInForce) {
    state.withLock { state in
      state.zone = zone.rules
      state.isZoneKnown = zone.failure == nil
    }
  }
  func use(isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }
  func use(countdown: @escaping @Sendable () -> Countdown?) { state.withLock { $0.countdown = countdown } }
  func use(nextRing: @escaping @Sendable () -> NamedRing?) { state.withLock { $0.nextRing = nextRing } }
  func use(readings: @escaping @Sendable () -> Readings) { state.withLock { $0.readings = readings } }
  func use(followLight: @escaping @Sendable (Bool) -> Void) { state.withLock { $0.followLight = followLight } }
  func use(isLampLit: @escaping @Sendable () -> Bool) { state.withLock { $0.isLampLit = isLampLit } }
  func use(test: DisplayFace?) { state.withLock { $0.test = test } }
  func use(messages: @escaping @Sendable (Duration) -> MessageSight?) { state.withLock { $0.message = messages } }
  func use(messageCourse: @escaping @Sendable (Duration) -> MessageCourse?) {
    state.withLock { $0.messages = messageCourse }
  }
  func use(hasMisses: Bool) { state.withLock { $0.hasMisses = hasMisses } }
  /// Whether people want to be told more than that a code is wrong.
  var guides: Bool { inForce.settings.guides }
  /// Whether they want to be told this.
  func tells(_ hint: ReadingHint) -> Bool { ReadingHint.verdicts.contains(hint) || guides }

  /// Shows a word of four letters for a while, in place of the time.
  func notice(_ text: String, at now: Duration) {
    state.withLock { state in
      state.notice = (DisplayFace(text: text, brightness: nil), now + Self.noticeDuration)
    }
  }

  /// Says something of the card that is held before the camera while nothing rings, by turns with what else is shown.
  /// False: nothing is new.
  func notice(_ hint: ReadingHint, at now: Duration) -> Bool {
    return state.withLock { state in
      if let notice = state.notice, now < notice.until + Self.hintDuration { return false }
      let face = DisplayFace(text: hint.word, sevenSegmentText: hint.sevenSegmentWord, brightness: nil)
      state.notice = (face, now + Self.hintDuration)
      return true
    }
  }

  /// While there are rings: the time, which alternates with the labels of the alarms, in flashes unless it is to be steady; or
  /// without a pause what keeps a card from being read; that a card is asked for; or the minutes that are left of a snooze.
  ///
  /// - Parameters:
  ///   - isLight: it has to light the card: then there is no dark between the flashes, and no time where there are none.
  ///   - namesCards: the time alternates with the names of the cards that end the rings.
  ///   - isTurnedDown: somebody has turned down the speaker.
  func ringing(
    _ rings: [RingState], at now: Instant, monotonic: Duration, isLit: Bool, isSteady: Bool = false,
    hint: ReadingHint? = nil, isLight: Bool = false, namesCards: Bool = false, isTurnedDown: Bool = false
  ) -> DisplayFace {
    let settings = inForce.settings
    let isRinging = rings.contains { $0.phase == .ringing }
    // A snooze, and the time until the card is asked for once more, are no brighter than the face is otherwise.
    let quiet = isRinging ? nil : basis(at: now, monotonic: monotonic, isRinging: true).light.level
    let page = isTurnedDown ? DisplayWord.turnedDown.rawValue : page(of: rings, at: monotonic, namesCards: namesCards)
    return state.withLock { state in
      state.ringingFaces += 1
      state.peek = nil
      if let hint, tells(hint) {
        // Somebody sleeps through a snooze; still it is to be seen, where the display is off otherwise.
        let isAsking = rings.contains { $0.asks(at: monotonic) }
        return DisplayFace(
          text: hint.word, sevenSegmentText: hint.sevenSegmentWord,
          brightness: isAsking ? Self.ringBrightness : quiet ?? 0)
      }
      let time = settings.clockText(of: state.zone.local(now).time)
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
    let format = inForce.settings.timeFormat
    return state.withLock { SpokenTime.words(for: $0.zone.local(now).time, format, isTrusted: $0.isRight) }
  }
}

enum SpokenTime {
  /// `It is 7:30.`, `It is 7:30 AM.`; of a clock that is not trusted, `It may be 7:30.`
  static func words(for time: LocalTime, _ format: Settings.TimeFormat, isTrusted: Bool) -> String {
    "It \(isTrusted ? "is" : "may be") \(words(for: time, format))."
  }

  /// `7:30`, `7 o'clock`, `7:30 AM`.
  static func words(for time: LocalTime, _ format: Settings.TimeFormat) -> String {
    let minute = time.minute == 0 ? "" : time.minute < 10 ? ":0\(time.minute)" : ":\(time.minute)"
    return switch format {
    case .hours24 where minute.isEmpty: time.hour == 0 ? "midnight" : "\(time.hour) o'clock"
    case .hours24: "\(time.hour)\(minute)"
    case .hours12: "\(time.hourOfTwelve)\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }
  }
}
