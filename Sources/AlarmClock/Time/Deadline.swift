/// The clocks of a machine at one moment.
public struct ClockReading: Hashable, Sendable {
  /// The time of day. It can step.
  public var now: Instant
  /// Since the machine started; it never steps.
  public var sinceBoot: Duration
  /// Which start of the machine that was: no two are called alike.
  public var boot: String

  public init(now: Instant, sinceBoot: Duration, boot: String) {
    self.now = now
    self.sinceBoot = sinceBoot
    self.boot = boot
  }
}

/// A moment that no step of the clock moves while the machine is up, and that a power cut does not lose.
public struct Deadline: Hashable, Sendable {
  /// By the time of day, as the clock was when this was made or renewed: what counts after another start.
  public var due: Instant
  /// By the clock that never steps: what counts as long as the machine is up.
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

  /// Negative once it has passed.
  public func left(at reading: ClockReading) -> Duration {
    boot == reading.boot ? sinceBoot - reading.sinceBoot : due - reading.now
  }

  /// The same moment by the clocks as they are now; as it is where the clock was not set since.
  public func renewed(at reading: ClockReading) -> Deadline {
    let renewed = Deadline(after: left(at: reading), at: reading)
    let step = renewed.due - due
    return boot == reading.boot && step < Self.smallestStep && step > .zero - Self.smallestStep ? self : renewed
  }

  /// Two clocks are never read at the very same moment: less than this is no step, and not worth another write.
  private static let smallestStep: Duration = .milliseconds(100)
}
