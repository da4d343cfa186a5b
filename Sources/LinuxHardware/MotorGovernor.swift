import Hardware

/// Decides what a vibration motor gets: the kick when it starts, and rest before it becomes too hot. Pure: times are
/// told, on a clock that only goes forward.
struct MotorGovernor: Hashable, Sendable {
  /// What the motor is to get now.
  struct Order: Hashable, Sendable {
    /// 0…1 of full power.
    var duty: Double
    /// Full power for so long before that.
    var kick: Duration?
  }

  /// A motor that was off for less still turns, and a kick in every beat of a pattern would make light strong.
  static var rest: Duration { .seconds(1) }
  /// Once its budget was used up, the motor rests until so much of it is back.
  private static let recovery = 0.5

  private let drive: MotorDrive
  /// Time on that is left; a token bucket of `drive.longestOn`.
  private var budget: Duration
  private var isOn = false
  private var isExhausted = false
  /// When it last went on or off, or was looked at; nil: never.
  private var lastMoment: Duration?
  /// Since when it is off; nil: it is on, or was never on.
  private var offSince: Duration?

  init(_ drive: MotorDrive) {
    self.drive = drive
    budget = drive.longestOn
  }

  /// What the motor gets when `level` is wanted at a moment. The same may be asked for any number of times.
  mutating func order(_ level: VibrationLevel, at now: Duration) -> Order {
    account(until: now)
    let duty = isExhausted ? 0 : drive.duty(of: level)
    guard duty > 0 else {
      stop(at: now)
      return Order(duty: 0)
    }
    let isStart = !isOn && now - (offSince ?? now - Self.rest) >= Self.rest
    isOn = true
    offSince = nil
    return Order(duty: duty, kick: isStart && duty < 1 && drive.kick > .zero ? drive.kick : nil)
  }

  /// The motor could not be told, and so has stopped as far as anybody knows.
  mutating func failed(at now: Duration) {
    account(until: now)
    stop(at: now)
  }

  private mutating func stop(at now: Duration) {
    if isOn { offSince = now }
    isOn = false
  }

  private mutating func account(until now: Duration) {
    let span = now - (lastMoment ?? now)
    lastMoment = now
    if isOn {
      budget = max(.zero, budget - span)
      if budget == .zero { isExhausted = true }
    } else {
      budget = drive.dutyShare < 1 ? min(drive.longestOn, budget + span * refill) : drive.longestOn
      if budget >= drive.longestOn * Self.recovery { isExhausted = false }
    }
  }

  /// Time on that is earned by a time off, so that the share of time on approaches `dutyShare`.
  private var refill: Double { max(0, drive.dutyShare) / (1 - drive.dutyShare) }
}
