import AlarmClock
import Hardware

/// All that a face follows from but the time. What it says of a moment depends on the whole second alone, so that a face
/// changes with the clock's seconds and never between them.
public struct FaceScene: Hashable, Sendable {
  public var shape: DisplayShape
  public var settings: Settings
  public var zone: ZoneRules
  /// Those of the settings that could be read.
  public var otherZones: [OtherZone]
  /// When an alarm rings next; nil: none does.
  public var nextAlarm: Instant?
  /// The label of that alarm; empty if it has none.
  public var nextLabel: String
  public var hasMiss: Bool
  /// Whether the time that it shows can be believed.
  public var isRight: Bool
  public var readings: Readings
  /// For the theme `light`; nil: no light sensor answers.
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

  /// An alarm that comes sooner has a mark.
  static let markedWithin: Int64 = 12 * 3600
  /// An alarm that comes sooner has a turn.
  static let shownWithin: Int64 = 24 * 3600

  /// Whether the values of the night count.
  public func isNight(at now: Instant) -> Bool {
    switch settings.face.theme {
    case .day: false
    case .night: true
    case .light: isDark ?? isNight(FaceSettings.usualNight, at: now)
    case .hours(let from, let to): isNight((from, to), at: now)
    case .sun: sunCourse(at: now)?.step(at: Instant(seconds: now.seconds))?.point.level == Self.nightLevel
    }
  }

  /// It goes by the light, and no sensor answers.
  public var lacksLight: Bool { settings.face.theme == .light && isDark == nil }

  private func isNight(_ hours: (from: LocalTime, to: LocalTime), at now: Instant) -> Bool {
    QuietHours.daily(from: hours.from, to: hours.to).isQuiet(at: zone.local(now).time)
  }

  /// Night and day by the sun, around a moment: points of a schedule, of which one level stands for the night. Without a
  /// sunset, in polar day, no night begins.
  private func sunCourse(at now: Instant) -> ScheduleCourse? {
    guard case .sun(let from, let to) = settings.face.theme else { return nil }
    return ScheduleCourse(
      BrightnessSchedule([.init(from, level: Self.nightLevel), .init(to, level: nil)]), around: now, zone: zone,
      location: settings.location)
  }
  private static let nightLevel = 1

  /// How many whole seconds until night or day begins, where that goes by the sun.
  private func sunLeft(at now: Instant) -> Int64? {
    let second = Instant(seconds: now.seconds)
    return sunCourse(at: second).map { course in
      let left = course.holds(at: second)
      return left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0)
    }
  }

  /// When night begins and ends, where that goes by the clock.
  private var nightHours: (from: LocalTime, to: LocalTime)? {
    if case .hours(let from, let to) = settings.face.theme { return (from, to) }
    return lacksLight ? FaceSettings.usualNight : nil
  }

  /// Whether there is anything to be seen but messages.
  public var isShown: Bool { [.normal, .clock].contains(settings.face.mode) }
  public var showsMessages: Bool { [.normal, .message].contains(settings.face.mode) }

  /// What says how bright it is, by day or by night.
  public func dimming(at now: Instant) -> Dimming {
    isNight(at: now) ? settings.nightDimming ?? settings.dimming : settings.dimming
  }

  /// Whether the display is meant to be off at any moment, as far as the settings tell; the light of the room decides
  /// otherwise.
  public func isOff(at moment: Instant) -> Bool {
    let dimming = dimming(at: moment)
    guard dimming != .automatic else { return false }
    var dimmer = Dimmer()
    let target = dimmer.target(
      for: dimming, of: settings, at: Dimmer.Moment(now: moment, monotonic: .zero, zone: zone), readings: Readings())
    return target.level == nil
  }

  public func theme(at now: Instant) -> FaceSettings.Theme { settings.theme(isNight: isNight(at: now)) }

  /// What comes by turns with the time, in this order, each for so long as is set; also what there is nothing to say of now:
  /// the time is shown then, so that nothing else comes earlier or later for it.
  public func turns(at now: Instant) -> [IdleFace.Content] {
    guard settings.face.mode != .clock else { return [] }
    let theme = theme(at: now)
    return theme.turns.flatMap(contents) + (theme.showsSeconds && !shape.hasRoomForSeconds ? [.seconds] : [])
  }

  /// What there is to say of at a moment beside the time: what comes by turns, by day or by night; all there is, where
  /// nothing does.
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

  /// The face of a moment.
  public func face(at now: Instant) -> IdleFace {
    let slot = slot(at: now)
    guard let content = slot.content, let face = face(of: content, after: slot.elapsed, at: now) else {
      return time(at: now)
    }
    return face
  }

  /// One turn as it is at a moment; nil: there is nothing to say.
  ///
  /// - Parameter elapsed: how many seconds it has been shown.
  public func face(of content: IdleFace.Content, after elapsed: Int64, at now: Instant) -> IdleFace? {
    guard content != .time else { return time(at: now) }
    let pages = pages(of: content, at: now)
    guard !pages.isEmpty else { return nil }
    let page = page(after: elapsed, of: pages.count)
    let isOfTheClock = ![.temperature, .humidity].contains(content)
    return IdleFace(
      content: content, text: pages[page], isBlinking: isOfTheClock && !isRight && settings.flashes)
  }

  /// How long until night or day begins by the clock or the sun; nil: neither does.
  public func nextTheme(after now: Instant) -> Duration? {
    let second = zone.local(now).time.secondsOfDay
    // Over midnight, and not to the second on the days when clocks change: it is looked at each minute.
    let hours = nightHours.map { [$0.from, $0.to] } ?? []
    let waits =
      hours.map { Int64(($0.secondsOfDay - second + 86_400) % 86_400) } + [sunLeft(at: now)].compactMap(\.self)
    return waits.filter { $0 > 0 }.min().map { Instant(seconds: now.seconds + $0) - now }
  }

  /// How long the face of a moment holds: until the first second in which it may be another, at most a minute.
  public func holds(from now: Instant) -> Duration {
    let second = now.seconds
    let local = zone.local(now).time
    var waits = [Int64(60 - local.second)]
    let turns = turns(at: now)
    let (slot, theme) = (slot(at: now), theme(at: now))
    if !turns.isEmpty {
      waits.append(slot.left)
      if let content = slot.content { waits.append(pageLeft(of: content, after: slot.elapsed, at: now)) }
    }
    if showsSeconds(at: now) || blinksColon(theme) { waits.append(1) }
    if let due = nextAlarm?.seconds {
      waits += [due - Self.markedWithin, due - Self.shownWithin, due].map { $0 - second }
    }
    if let hours = nightHours {
      waits += [hours.from, hours.to].map { $0.secondsOfDay - local.secondsOfDay }
    }
    if let left = sunLeft(at: now) { waits.append(left) }
    // Not all zones have always changed at whole minutes.
    for rules in [zone] + otherZones.map(\.rules) {
      if let change = rules.nextChange(after: now, within: .seconds(60)) { waits.append(change.at.seconds - second) }
    }
    let next = waits.filter { $0 > 0 }.min() ?? 1
    return Instant(seconds: second + next) - now
  }

  // MARK: Turns

  static func seconds(_ duration: Duration) -> Int64 { max(1, duration.components.seconds) }

  /// Which turn a moment belongs to; nil: the time.
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

  /// What is told in two steps has half of the turn for each, in whole seconds.
  private func page(after elapsed: Int64, of count: Int) -> Int {
    min(Int(elapsed * Int64(count) / Self.seconds(settings.face.turnFor)), count - 1)
  }

  private func pageLeft(of content: IdleFace.Content, after elapsed: Int64, at now: Instant) -> Int64 {
    let count = pages(of: content, at: now).count
    let shown = page(after: elapsed, of: count)
    var left: Int64 = 1
    while shown + 1 < count, page(after: elapsed + left, of: count) == shown { left += 1 }
    return shown + 1 < count ? left : Self.seconds(settings.face.turnFor) - elapsed
  }

  /// Whether the seconds stand beside the time, or have their turn.
  private func showsSeconds(at now: Instant) -> Bool {
    theme(at: now).showsSeconds && (shape.hasRoomForSeconds || slot(at: now).content == .seconds)
  }

  func blinksColon(_ theme: FaceSettings.Theme) -> Bool { theme.colon == .blink && settings.flashes }
}
