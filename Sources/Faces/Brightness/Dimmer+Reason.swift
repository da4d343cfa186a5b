import AlarmClock

extension Dimmer.Reason: CustomStringConvertible {
  /// The words that follow the level in a message, such as `by the light, 3.2 lx`.
  public var description: String {
    switch self {
    case .chosen: "as chosen"
    case .light(let lux): "by the light, \(Self.text(lux)) lx"
    case .unmeasured: "low, until the light is measured"
    case .schedule(let moment): "by schedule, since \(moment)"
    case .assumedSun(let moment):
      "by schedule, since \(moment), taken for \(moment.isSunrise ? "6:00" : "18:00"): "
        + "`rouse settings set location LATITUDE,LONGITUDE` says where the clock stands"
    case .emptySchedule: "no point of `brightness-schedule` comes these days, as of a sun that does not set"
    case .sensorLost: "by schedule, since no light sensor answers: `rouse doctor`"
    }
  }

  /// Rounds to tenths below 10 lx, and to whole lux above.
  private static func text(_ lux: Double) -> String {
    let tenths = Int((min(max(lux, 0), 1_000_000) * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}

extension BrightnessSchedule.Point.Moment {
  var isOfTheSun: Bool {
    if case .time = self { false } else { true }
  }

  var isSunrise: Bool {
    if case .sunrise = self { true } else { false }
  }
}
