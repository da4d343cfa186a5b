/// What the end of a timer has to go by at one moment.
public struct ChimeConditions: Hashable, Sendable {
  /// An alarm has speaker and motor.
  public var isTaken: Bool
  /// In quiet hours nothing sounds.
  public var isQuiet: Bool
  /// The time of day can be believed.
  public var isTrusted: Bool
  /// It cannot, and was waited for long enough.
  public var isWaitOver: Bool

  public init(isTaken: Bool = false, isQuiet: Bool = false, isTrusted: Bool = true, isWaitOver: Bool = false) {
    self.isTaken = isTaken
    self.isQuiet = isQuiet
    self.isTrusted = isTrusted
    self.isWaitOver = isWaitOver
  }
}

/// What a chime asks of speaker and motor.
public struct ChimeDemand: Hashable, Sendable {
  /// nil: the speaker is for others.
  public var sound: SoundDemand?
  /// nil: the motor is for others; off: in the pauses of its pattern it is not.
  public var vibration: Vibration?
  /// Whether the buzzer beeps at this moment if it has to stand in for the speaker.
  public var isBeeping: Bool

  public init(sound: SoundDemand? = nil, vibration: Vibration? = nil, isBeeping: Bool = false) {
    self.sound = sound
    self.vibration = vibration
    self.isBeeping = isBeeping
  }
}

/// The timers there are, and the one chime of all that have ended.
///
/// A timer goes by the clock that never steps, and after another start of the machine by the time of day until that can
/// be believed. Its chime counts what could be noticed: while an alarm has the devices, it waits.
public struct TimerTable: Sendable {
  /// A timer that has ended.
  public struct End: Hashable, Sendable {
    public var id: String
    public var plan: ChimePlan
    /// How long it still chimes.
    public var left: Duration
    /// An alarm has the devices.
    public var isWaiting: Bool
  }

  /// What has happened to a timer.
  public enum Change: Hashable, Sendable {
    case ended(Timer, ChimePlan, late: Duration, isWaiting: Bool)
    /// It had ended before the daemon was started anew.
    case resumed(Timer)
    /// The alarm that had the devices has given them back.
    case cameThrough(Timer, late: Duration)
    /// It chimed for as long as it was to.
    case over(Timer, ChimePlan)
  }

  /// In the order in which people started them.
  public private(set) var timers: [Timer]
  /// In the order in which they ended.
  public private(set) var ends: [End] = []
  /// When `advance` was last told the time.
  private var looked: Duration?

  /// How often a chime is looked at, beside the edges of its pattern.
  private static let beat: Duration = .milliseconds(250)
  /// How often a deadline of another start of the machine is looked at.
  private static let patience: Duration = .seconds(1)

  public init(timers: [Timer] = []) { self.timers = timers }

  // MARK: What people do

  /// Adds a timer, or puts its new state in the place of the old one. One that runs again no longer chimes.
  public mutating func put(_ timer: Timer) {
    if let index = timers.firstIndex(where: { $0.id == timer.id }) {
      timers[index] = timer
    } else {
      timers.append(timer)
    }
    if !timer.hasEnded { ends.removeAll { $0.id == timer.id } }
  }

  @discardableResult
  public mutating func remove(_ id: String) -> Timer? {
    ends.removeAll { $0.id == id }
    return timers.firstIndex { $0.id == id }.map { timers.remove(at: $0) }
  }

  // MARK: What time does

  /// The clock was set: what is written of the time of day follows, and the timers stay as they are.
  public mutating func renew(at reading: ClockReading) {
    for index in timers.indices {
      switch timers[index].phase {
      case .running(let deadline) where deadline.boot == reading.boot:
        timers[index].phase = .running(until: deadline.renewed(at: reading))
      case .ended(let deadline) where deadline.boot == reading.boot:
        timers[index].phase = .ended(at: deadline.renewed(at: reading))
      default: break
      }
    }
  }

  /// Whether one goes by the time of day, so that it matters whether that can be believed.
  public func goesByTheTimeOfDay(at reading: ClockReading) -> Bool {
    timers.contains { timer in
      if case .running(let deadline) = timer.phase { deadline.boot != reading.boot } else { false }
    }
  }

  /// Lets time pass; returns what it has done, in order.
  public mutating func advance(
    to reading: ClockReading, _ conditions: ChimeConditions, settings: Settings
  ) -> [Change] {
    var changes = letChimesPass(to: reading, conditions)
    var due: [(timer: Timer, late: Duration)] = []
    for index in timers.indices {
      guard case .running(let deadline) = timers[index].phase else { continue }
      let isKnown = deadline.boot == reading.boot || conditions.isTrusted
      var left = deadline.left(at: reading)
      // No timer runs for longer: the clock is far behind, and nobody is going to set it.
      if !isKnown, conditions.isWaitOver, left > Timer.lengths.upperBound { left = .zero }
      if left > .zero {
        if isKnown, deadline.boot != reading.boot {
          timers[index].phase = .running(until: deadline.renewed(at: reading))
        }
      } else if isKnown || conditions.isWaitOver {
        timers[index].phase = .ended(at: Deadline(after: left, at: reading))
        due.append((timers[index], .zero - left))
      }
    }
    for (timer, late) in due.sorted(by: { $0.late > $1.late }) {
      let end = chime(for: timer, conditions, settings)
      changes.append(.ended(timer, end.plan, late: late, isWaiting: end.isWaiting))
    }
    for timer in timers where timer.hasEnded && !ends.contains(where: { $0.id == timer.id }) {
      _ = chime(for: timer, conditions, settings)
      changes.append(.resumed(timer))
    }
    return changes
  }

  private mutating func chime(for timer: Timer, _ conditions: ChimeConditions, _ settings: Settings) -> End {
    let plan = settings.chime(for: timer.overrides)
    let end = End(id: timer.id, plan: plan, left: plan.length, isWaiting: plan.isOn && conditions.isTaken)
    ends.append(end)
    return end
  }

  private mutating func letChimesPass(to reading: ClockReading, _ conditions: ChimeConditions) -> [Change] {
    let elapsed = looked.map { max(.zero, reading.sinceBoot - $0) } ?? .zero
    looked = reading.sinceBoot
    var changes: [Change] = []
    for index in ends.indices {
      let wasWaiting = ends[index].isWaiting
      ends[index].isWaiting = ends[index].plan.isOn && conditions.isTaken
      guard !ends[index].isWaiting else { continue }
      if wasWaiting, let timer = timers.first(where: { $0.id == ends[index].id }) {
        changes.append(.cameThrough(timer, late: .zero - timer.left(at: reading)))
      } else {
        ends[index].left -= elapsed
      }
    }
    for end in ends.filter({ $0.left <= .zero }) {
      if let timer = remove(end.id) { changes.append(.over(timer, end.plan)) }
    }
    return changes
  }

  // MARK: What follows from it

  /// The sound of the first that ended and has one, the vibration of the first that has one.
  public func demand(isQuiet: Bool) -> ChimeDemand {
    var demand = ChimeDemand()
    if !isQuiet, let end = ends.first(where: { $0.plan.isOn && $0.plan.volume > 0 }) {
      // It does not fade in, so it may have begun at any time.
      demand.sound = SoundDemand(
        label: timers.first { $0.id == end.id }?.name, sound: end.plan.sound, fallback: end.plan.fallbackSound,
        volume: end.plan.volume, start: .zero)
      demand.isBeeping = StandInBeeps.isOn(after: end.plan.length - end.left)
    }
    if let end = ends.first(where: { $0.plan.isOn && $0.plan.vibration != .off }) {
      demand.vibration = end.plan.vibrationPattern.level(end.plan.vibration, after: end.plan.length - end.left)
    }
    return demand
  }

  /// How long after a moment that may change; nil: not by itself.
  ///
  /// - Parameter beeps: whether the buzzer stands in for the speaker.
  public func nextChange(after reading: ClockReading, beeps: Bool = false) -> Duration? {
    var waits: [Duration] = []
    for timer in timers {
      guard case .running(let deadline) = timer.phase else { continue }
      let left = max(.zero, deadline.left(at: reading))
      waits.append(deadline.boot == reading.boot ? left : Self.patience)
    }
    for end in ends {
      let elapsed = end.plan.length - end.left
      waits.append(min(Self.beat, end.plan.vibrationPattern.nextChange(after: elapsed)))
      if beeps { waits.append(StandInBeeps.nextChange(after: elapsed)) }
    }
    return waits.min()
  }

  /// Somebody may show a card to end it.
  public var isChiming: Bool { ends.contains { $0.plan.isOn && !$0.isWaiting } }

  /// What a card ends: while something chimes, all that do not wait.
  public var noticed: [String] { isChiming ? ends.filter { !$0.isWaiting }.map(\.id) : [] }

  /// What the display shows of them; nil: nothing.
  public func countdown(at reading: ClockReading) -> Countdown? {
    if let end = ends.first { return .ended(label: timers.first { $0.id == end.id }?.label ?? "") }
    let running = timers.filter { if case .running = $0.phase { true } else { false } }
    return running.map { $0.left(at: reading) }.min().map { .running(left: max(.zero, $0)) }
  }
}
