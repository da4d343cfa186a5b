/// The clocks of a machine, read at one moment.
public struct ClockReading: Hashable, Sendable {
  /// The time of day, which can step.
  public var now: Instant
  /// The time since the machine started, which never steps.
  public var sinceBoot: Duration
  /// The unique id of this start of the machine.
  public var boot: String

  public init(now: Instant, sinceBoot: Duration, boot: String) {
    self.now = now
    self.sinceBoot = sinceBoot
    self.boot = boot
  }
}

/// A moment that is unaffected by clock steps while the machine is up, and survives a power cut.
public struct Deadline: Hashable, Sendable {
  /// By the time of day when this was made or last renewed. It counts after a restart of the machine.
  public var due: Instant
  /// By the clock that never steps. It counts while the machine stays up.
  public var sinceBoot: Duration
  public var boot: String

  public init(due: Instant, sinceBoot: Duration, boot: String) {
    self.due = due
    self.sinceBoot = sinceBoot
    self.boot = boot
  }

  public init(after duration: Duration, at reading: ClockReading) {
    self.init(due: reading.now + duration, sinceBoot: reading.sinceBoot + duration, boot: reading.boot)
  }

  /// Returns the time left, negative if the moment has passed.
  public func left(at reading: ClockReading) -> Duration {
    boot == reading.boot ? sinceBoot - reading.sinceBoot : due - reading.now
  }

  /// Returns the same moment by the current clocks, or the unchanged value if the clock was not set since.
  public func renewed(at reading: ClockReading) -> Deadline {
    let renewed = Deadline(after: left(at: reading), at: reading)
    let step = renewed.due - due
    return boot == reading.boot && step < Self.smallestStep && step > .zero - Self.smallestStep ? self : renewed
  }

  /// The two clocks cannot be read at exactly the same moment. Smaller differences do not count as steps and are not
  /// worth a write.
  private static let smallestStep: Duration = .milliseconds(100)
}
