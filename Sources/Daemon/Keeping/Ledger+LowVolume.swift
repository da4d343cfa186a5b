import AlarmClock
import Control

/// What people are told of a volume that may be too low, where they set it or what inherits it.
extension Ledger {
  /// A volume that is heard by most.
  private static let remedy = "volume 60"

  func notesOnLowVolume(of alarm: Alarm) -> [String] {
    let plan = settings.plan(for: alarm)
    guard alarm.isEnabled, let low = low(plan.volume, plan.vibration) else { return [] }
    let isOwn = alarm.overrides.volume != nil
    let way = isOwn ? "rouse alarm edit \(alarm.id) --\(Self.remedy)" : "rouse settings set \(Self.remedy)"
    return ["Its volume of \(text(low, plan.vibration)): \(Self.risk(plan)). Raise it: `\(way)`"]
  }

  /// Of the settings, once one of them was changed.
  func notesOnLowVolume(after key: SettingKey) -> [String] {
    // An alarm that inherits everything.
    let plan = settings.plan(for: Alarm(id: "", recurrence: .instant(time.now)))
    guard [.sound, .volume, .vibration].contains(key), let low = low(plan.volume, plan.vibration),
      low.isAlone || key != .vibration
    else { return [] }
    return [
      "A volume of \(text(low, plan.vibration)): \(Self.risk(plan)). Raise it: `rouse settings set \(Self.remedy)`"
    ]
  }

  /// Of what a timer ends with, where it was set for it, or is all there is.
  func notesOnLowVolume(of own: ChimeOverrides) -> [String] {
    let plan = settings.chime(for: own)
    guard plan.isOn, timers.lack(of: .speaker) == nil, let low = low(plan.volume, plan.vibration),
      low.isAlone || own.volume != nil
    else { return [] }
    let way = own.volume == nil ? "`rouse settings set \(Self.remedy)`" : "start it with `--\(Self.remedy)`"
    return ["its volume of \(text(low, plan.vibration)): it may not be noticed when it ends. To hear it: \(way)"]
  }

  /// The alarms that are on, ring so low, and shake nothing; in words: `Work (k3f9xa)`.
  var faintAlarms: [String] {
    alarms.filter { alarm in
      let plan = settings.plan(for: alarm)
      return alarm.isEnabled && low(plan.volume, plan.vibration)?.isAlone ?? false
    }.map(\.name)
  }

  private func low(_ volume: Int, _ vibration: Vibration) -> LowVolume? {
    guard fitting.supports(.volume) else { return nil }
    return LowVolume(volume: volume, isFelt: whyUnfelt(vibration) == nil)
  }

  private func whyUnfelt(_ vibration: Vibration) -> String? {
    vibration == .off ? "vibration is off" : timers.lack(of: .vibration)
  }

  private func text(_ low: LowVolume, _ vibration: Vibration) -> String {
    guard let why = whyUnfelt(vibration) else { return "\(low.volume) % is low" }
    return "\(low.volume) % is low, and nothing is felt beside it (\(why))"
  }

  private static func risk(_ plan: RingPlan) -> String {
    let buzzer = plan.ladder.first { $0.kind == .buzzer }?.after ?? .zero
    return buzzer == .zero
      ? "it leaves all to the buzzer"
      : "it may wake nobody before the buzzer joins after \(DurationText.format(buzzer))"
  }
}
