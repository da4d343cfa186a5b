import AlarmClock
import Hardware

/// Everything that determines the idle face, except the time. The face depends on the whole second only, so it never
/// changes within one.
public struct FaceScene: Hashable, Sendable {
  public var shape: DisplayShape
  public var settings: Settings
  public var zone: ZoneRules
  /// The zones from the settings that could be loaded.
  public var otherZones: [OtherZone]
  /// When an alarm rings next, or `nil` if none will.
  public var nextAlarm: Instant?
  public var nextLabel: String
  public var hasMiss: Bool
  public var isRight: Bool
  public var readings: Readings
  /// For the theme `light`; `nil` if no light sensor answers.
  public var isDark: Bool?

  public init(
    shape: DisplayShape = .fourDigits, settings: Settings = Settings(), zone: ZoneRules = .utc,
    otherZones: [OtherZone] = [], nextAlarm: Instant? = nil, nextLabel: String = "", hasMiss: Bool = false,
    isRight: Bool = true, readings: Readings = Readings(), isDark: Bool? = false
  ) {
    (self.shape, self.settings, self.zone, self.otherZones) = (shape, settings, zone, otherZones)
    (self.nextAlarm, self.nextLabel, self.hasMiss, self.isRight) = (nextAlarm, nextLabel, hasMiss, isRight)
    (self.readings, self.isDark) = (readings, isDark)
  }

  /// How many seconds before the next alarm its mark lights up.
  static let markedWithin: Int64 = 12 * 3600
  /// How many seconds before the next alarm its time starts to alternate with the clock's.
  static let shownWithin: Int64 = 24 * 3600

  public func isNight(at now: Instant) -> Bool {
    switch settings.face.theme {
    case .day: false
    case .night: true
    case .light: isDark ?? isNight(FaceSettings.usualNight, at: now)
    case .hours(let from, let to): isNight((from, to), at: now)
    case .sun: sunCourse(at: now)?.step(at: Instant(seconds: now.seconds))?.point.level == Self.nightLevel
    }
  }

  /// Whether the theme depends on a light sensor that does not answer.
  public var lacksLight: Bool { settings.face.theme == .light && isDark == nil }

  private func isNight(_ hours: (from: LocalTime, to: LocalTime), at now: Instant) -> Bool {
    QuietHours.daily(from: hours.from, to: hours.to).isQuiet(at: zone.local(now).time)
  }

  /// Returns day and night by the sun as a schedule around a moment, where one level stands for night. Without a
  /// sunset, in polar day, night does not begin.
  private func sunCourse(at now: Instant) -> ScheduleCourse? {
    guard case .sun(let from, let to) = settings.face.theme else { return nil }
    return ScheduleCourse(
      BrightnessSchedule([.init(from, level: Self.nightLevel), .init(to, level: nil)]), around: now, zone: zone,
      location: settings.location)
  }
  private static let nightLevel = 1

  /// Returns the whole seconds until night or day begins by the clock or the sun; empty if the theme follows neither.
  private func themeWaits(at now: Instant) -> [Int64] {
    let local = zone.local(now).time.secondsOfDay
    // Wraps at midnight. When clocks change this is off, but callers look at it every minute.
    var waits = (nightHours.map { [$0.from, $0.to] } ?? []).map { ($0.secondsOfDay - local + 86_400) % 86_400 }
    let second = Instant(seconds: now.seconds)
    if let left = sunCourse(at: second)?.holds(at: second).components {
      waits.append(left.seconds + (left.attoseconds > 0 ? 1 : 0))
    }
    return waits
  }

  /// When night begins and ends, or `nil` if the theme does not follow the clock.
  private var nightHours: (from: LocalTime, to: LocalTime)? {
    if case .hours(let from, let to) = settings.face.theme { return (from, to) }
    return lacksLight ? FaceSettings.usualNight : nil
  }

  /// Whether the display shows anything besides messages.
  public var isShown: Bool { [.normal, .clock].contains(settings.face.mode) }
  public var showsMessages: Bool { [.normal, .message].contains(settings.face.mode) }

  public func dimming(at now: Instant) -> Dimming {
    isNight(at: now) ? settings.nightDimming ?? settings.dimming : settings.dimming
  }

  /// Whether the settings turn the display off at `moment`. Always false if brightness follows the light in the room.
  public func isOff(at moment: Instant) -> Bool {
    let dimming = dimming(at: moment)
    guard dimming != .automatic else { return false }
    var dimmer = Dimmer()
    let target = dimmer.target(
      for: dimming, of: settings, at: Dimmer.Moment(now: moment, monotonic: .zero, zone: zone), readings: Readings())
    return target.level == nil
  }

  public func theme(at now: Instant) -> FaceSettings.Theme { settings.theme(isNight: isNight(at: now)) }

  /// Returns everything that alternates with the time, in order. Contents with nothing to show keep their turn, and the
  /// time is shown instead, so that the other turns do not shift.
  public func turns(at now: Instant) -> [IdleFace.Content] {
    guard settings.face.mode != .clock else { return [] }
    let theme = theme(at: now)
    return theme.turns.flatMap(contents) + (theme.showsSeconds && !shape.hasRoomForSeconds ? [.seconds] : [])
  }

  /// Returns the contents besides the time that have something to show now: those chosen for day or night, or all if
  /// none is chosen.
  public func contents(at now: Instant) -> [IdleFace.Content] {
    var turns = settings.face.turns
    turns += (settings.face.nightTurns ?? []).filter { !turns.contains($0) }
    return (turns.isEmpty ? FaceTurn.allCases : turns).flatMap(contents).filter {
      face(of: $0, after: 0, at: now) != nil
    }
  }

  private func contents(of turn: FaceTurn) -> [IdleFace.Content] {
    switch turn {
    case .date: [.date]
    case .alarm: [.alarm]
    case .temperature: [.temperature]
    case .humidity: [.humidity]
    case .zones: otherZones.map { .zone($0.name) }
    }
  }

  public func face(at now: Instant) -> IdleFace {
    let slot = slot(at: now)
    return slot.content.flatMap { face(of: $0, after: slot.elapsed, at: now) } ?? time(at: now)
  }

  /// Returns the face for one content, or `nil` if it has nothing to show.
  ///
  /// - Parameter elapsed: how many seconds the content has been shown already.
  public func face(of content: IdleFace.Content, after elapsed: Int64, at now: Instant) -> IdleFace? {
    let pages = pages(of: content, at: now)
    guard !pages.isEmpty else { return nil }
    let page = page(after: elapsed, of: pages.count)
    let isOfTheClock = ![.temperature, .humidity].contains(content)
    return IdleFace(
      content: content, text: pages[page], isBlinking: isOfTheClock && !isRight && settings.flashes)
  }

  /// Returns how long until night or day begins by the clock or the sun, or `nil` if the theme follows neither.
  public func nextTheme(after now: Instant) -> Duration? {
    themeWaits(at: now).filter { $0 > 0 }.min().map { Instant(seconds: now.seconds + $0) - now }
  }

  /// Returns how long the face at `now` holds: until the first second that may differ, at most a minute.
  public func holds(from now: Instant) -> Duration {
    let second = now.seconds
    var waits = [Int64(60 - zone.local(now).time.second)]
    let turns = turns(at: now)
    let (slot, theme) = (slot(at: now), theme(at: now))
    if !turns.isEmpty {
      waits.append(slot.left)
      if let content = slot.content { waits.append(pageLeft(of: content, after: slot.elapsed, at: now)) }
    }
    let showsSeconds = theme.showsSeconds && (shape.hasRoomForSeconds || slot.content == .seconds)
    if showsSeconds || blinksColon(theme) { waits.append(1) }
    if let due = nextAlarm?.seconds {
      waits += [due - Self.markedWithin, due - Self.shownWithin, due].map { $0 - second }
    }
    waits += themeWaits(at: now)
    // Historically, not all zones changed at whole minutes.
    for rules in [zone] + otherZones.map(\.rules) {
      if let change = rules.nextChange(after: now, within: .seconds(60)) { waits.append(change.at.seconds - second) }
    }
    let next = waits.filter { $0 > 0 }.min() ?? 1
    return Instant(seconds: second + next) - now
  }

  // MARK: Turns

  static func seconds(_ duration: Duration) -> Int64 { max(1, duration.components.seconds) }

  func slot(at now: Instant) -> (content: IdleFace.Content?, elapsed: Int64, left: Int64) {
    let turns = turns(at: now)
    let (timeFor, turnFor) = (Self.seconds(settings.face.timeFor), Self.seconds(settings.face.turnFor))
    let cycle = timeFor + turnFor * Int64(turns.count)
    let position = (now.seconds % cycle + cycle) % cycle
    guard position >= timeFor else { return (nil, position, timeFor - position) }
    let index = (position - timeFor) / turnFor
    let elapsed = (position - timeFor) % turnFor
    return (turns[Int(index)], elapsed, turnFor - elapsed)
  }

  /// Returns the page to show; pages share the turn equally, in whole seconds.
  private func page(after elapsed: Int64, of count: Int) -> Int {
    min(Int(elapsed * Int64(count) / Self.seconds(settings.face.turnFor)), count - 1)
  }

  private func pageLeft(of content: IdleFace.Content, after elapsed: Int64, at now: Instant) -> Int64 {
    let count = max(1, pages(of: content, at: now).count)
    let end = Int64(page(after: elapsed, of: count) + 1) * Self.seconds(settings.face.turnFor)
    // Rounded up to the first second of the next page.
    return (end + Int64(count) - 1) / Int64(count) - elapsed
  }

  func blinksColon(_ theme: FaceSettings.Theme) -> Bool { theme.colon == .blink && settings.flashes }
}

/// The display's content while nothing rings, no timer runs and there is no message.
public struct IdleFace: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case time
    /// Used only by displays without room for seconds beside the time.
    case seconds
    case date, alarm, temperature, humidity
    case zone(String)
  }

  public var content: Content
  /// Formatted for the display's shape like `DisplayFace.text`.
  public var text: String
  /// Whether the whole face blinks because the time is in doubt.
  public var isBlinking = false
}

/// Another time zone and the name that the display shows for it.
public struct OtherZone: Hashable, Sendable {
  /// A name such as `Asia/Tokyo`.
  public var name: String
  public var rules: ZoneRules

  public init(name: String, rules: ZoneRules) { (self.name, self.rules) = (name, rules) }
}
