/// The circumstances that affect chimes at one moment.
public struct ChimeConditions: Hashable, Sendable {
  /// Whether an alarm has the speaker and motor.
  public var isTaken: Bool
  public var isQuiet: Bool
  /// Whether the time of day is trusted.
  public var isTrusted: Bool
  /// Whether the wait for a trusted time has lasted long enough.
  public var isWaitOver: Bool

  public init(isTaken: Bool = false, isQuiet: Bool = false, isTrusted: Bool = true, isWaitOver: Bool = false) {
    self.isTaken = isTaken
    self.isQuiet = isQuiet
    self.isTrusted = isTrusted
    self.isWaitOver = isWaitOver
  }
}

/// A chime's demand on the speaker and motor.
public struct ChimeDemand: Hashable, Sendable {
  /// `nil` if the chime does not need the speaker.
  public var sound: SoundDemand?
  /// `nil` if the chime does not need the motor. `.off` in the pauses of its pattern, when it still does.
  public var vibration: Vibration?
  /// Whether the buzzer beeps at this moment, if it replaces the speaker.
  public var isBeeping = false

  public init() {}
}

/// All timers, and the common chime of those that have ended.
///
/// A timer follows the clock that never steps. After a restart of the machine it follows the time of day until that is
/// trusted, and then the other clock again. Its chime lasts for a time in which it can be noticed: it waits while an
/// alarm has the devices.
public struct TimerTable: Sendable {
  public struct End: Hashable, Sendable {
    public var id: String
    public var plan: ChimePlan
    /// How long it still has to chime.
    public var left: Duration
    /// Whether it waits because an alarm has the devices.
    public var isWaiting: Bool
  }

  public enum Change: Hashable, Sendable {
    case ended(Timer, ChimePlan, late: Duration, isWaiting: Bool)
    /// The timer had ended before the daemon was restarted.
    case resumed(Timer)
    /// The alarm has released the devices, and the timer begins to chime.
    case cameThrough(Timer, late: Duration)
    /// The timer has chimed for its full length.
    case over(Timer, ChimePlan)
  }

  /// In the order in which they were started.
  public private(set) var timers: [Timer]
  /// In the order in which they ended.
  public private(set) var ends: [End] = []
  /// When `advance` was last called, since boot.
  private var looked: Duration?

  /// How often a chime is updated, in addition to the edges of its pattern.
  private static let beat: Duration = .milliseconds(250)
  /// How often a deadline from an earlier start of the machine is checked.
  private static let patience: Duration = .seconds(1)

  public init(timers: [Timer] = []) { self.timers = timers }

  // MARK: Actions of users

  /// Adds a timer or replaces its state. A timer that runs again stops chiming.
  public mutating func put(_ timer: Timer) {
    timers.put(timer)
    if !timer.hasEnded { ends.removeAll { $0.id == timer.id } }
  }

  @discardableResult
  public mutating func remove(_ id: String) -> Timer? {
    ends.removeAll { $0.id == id }
    return timers.firstIndex { $0.id == id }.map { timers.remove(at: $0) }
  }

  // MARK: Passing of time

  /// Adapts the stored times of day after the clock was set. The timers themselves do not change.
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

  /// Whether a timer depends on the time of day, so that its trust matters.
  public func goesByTheTimeOfDay(at reading: ClockReading) -> Bool {
    timers.contains { timer in
      if case .running(let deadline) = timer.phase { deadline.boot != reading.boot } else { false }
    }
  }

  /// Advances to the time of `reading` and returns the resulting changes in order.
  public mutating func advance(
    to reading: ClockReading, _ conditions: ChimeConditions, settings: Settings
  ) -> [Change] {
    var changes = letChimesPass(to: reading, conditions)
    var due: [(timer: Timer, late: Duration)] = []
    for index in timers.indices {
      guard case .running(let deadline) = timers[index].phase else { continue }
      let isKnown = deadline.boot == reading.boot || conditions.isTrusted
      var left = deadline.left(at: reading)
      // No timer can run for longer, so the clock is far behind, and it is unlikely to be set any more.
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

  // MARK: Output

  /// Returns the sound of the first ended timer that has one, and the vibration of the first that has one.
  public func demand(isQuiet: Bool) -> ChimeDemand {
    var demand = ChimeDemand()
    if !isQuiet, let end = ends.first(where: { $0.plan.isOn && $0.plan.volume > 0 }) {
      // Any start will do, because the sound does not fade in.
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

  /// Returns how long after `reading` the demand may change, or `nil` if it does not change by itself. `beeps` is
  /// whether the buzzer replaces the speaker.
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

  /// Whether a timer is chiming, so that a card may end it.
  public var isChiming: Bool { ends.contains { $0.plan.isOn && !$0.isWaiting } }

  /// The timers that a card ends: while one chimes, all ended timers that do not wait.
  public var noticed: [String] { isChiming ? ends.filter { !$0.isWaiting }.map(\.id) : [] }

  public func countdown(at reading: ClockReading) -> Countdown? {
    if let end = ends.first { return .ended(label: timers.first { $0.id == end.id }?.label ?? "") }
    let running = timers.filter { if case .running = $0.phase { true } else { false } }
    return running.map { $0.left(at: reading) }.min().map { .running(left: max(.zero, $0)) }
  }
}
