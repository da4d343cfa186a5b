import Hardware

/// Limits a vibration motor: a kick at the start, rest before it overheats. Callers pass times of a monotonic clock.
struct MotorGovernor: Hashable, Sendable {
  struct Order: Hashable, Sendable {
    /// 0…1 of full power.
    var duty: Double
    /// The duration of full power before `duty` applies.
    var kick: Duration?
  }

  /// A motor off for less than this still turns. A kick in every beat of a pattern would make light vibration strong.
  static var rest: Duration { .seconds(1) }
  /// The share of the budget that must be restored before an exhausted motor runs again.
  private static let recovery = 0.5

  private let drive: MotorDrive
  /// The remaining running time: a token bucket of `drive.longestOn`.
  private var budget: Duration
  private var isOn = false
  private var isExhausted = false
  private var lastMoment: Duration?
  /// When the motor was switched off; `nil` while it is on or was never on.
  private var offSince: Duration?

  init(_ drive: MotorDrive) {
    self.drive = drive
    budget = drive.longestOn
  }

  /// Returns the drive for the requested level. May be called repeatedly with the same level.
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

  /// Records that the motor could not be set, which counts as stopped.
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

  /// The running time earned per unit of rest, so that the share of running time approaches `dutyShare`.
  private var refill: Double { max(0, drive.dutyShare) / (1 - drive.dutyShare) }
}
