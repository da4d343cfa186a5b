import AlarmClock

extension TimerView {
  /// - Parameter unnoticed: Returns why nobody notices a chime, otherwise `nil`.
  package init(
    _ timer: Timer, in table: TimerTable, _ settings: Settings, at reading: ClockReading, zone: ZoneRules,
    gone: String?, unnoticed: (ChimePlan) -> String?
  ) {
    let chime = table.ends.first { $0.id == timer.id }
    let plan = chime?.plan ?? settings.chime(for: timer.overrides)
    let left = timer.left(at: reading)
    let end = reading.now + left
    let state: State =
      switch timer.phase {
      case .running: .running
      case .paused: .paused
      case .ended: chime.map { $0.isWaiting ? .waiting : $0.plan.isOn ? .chiming : .ended } ?? .chiming
      }
    let whole = left > .zero ? (left.wholeNanoseconds - 1) / 1_000_000_000 + 1 : 0
    let isQuiet = settings.quiet.isQuiet(at: zone.local(timer.hasEnded ? reading.now : end).time)
    self.init(
      id: timer.id, label: timer.label, preset: timer.preset, state: state, length: timer.length.wholeSeconds,
      left: Int(whole), endsAt: state == .paused ? nil : RFC3339.format(end, in: zone),
      late: timer.hasEnded ? max(0, (.zero - left).wholeSeconds) : 0,
      unnoticed: state == .chiming ? unnoticed(plan) : nil,
      chime: ChimeView(timer.overrides, plan, settings, gone: gone, isQuiet: isQuiet && state != .paused))
  }
}

extension PresetView {
  package init(_ preset: TimerPreset, _ settings: Settings, gone: String?) {
    self.init(
      name: preset.name, length: preset.length.wholeSeconds,
      chime: ChimeView(
        preset.overrides, settings.chime(for: preset.overrides), settings, gone: gone, isQuiet: false))
  }
}

extension ChimeView {
  /// - Parameter gone: The sound that replaces a missing one, otherwise `nil`.
  init(_ own: ChimeOverrides, _ plan: ChimePlan, _ settings: Settings, gone: String?, isQuiet: Bool) {
    self.init(
      on: plan.isOn, sound: own.sound ?? settings.sound ?? Settings.builtInSound, volume: own.volume ?? settings.volume,
      vibration: plan.vibration, vibrationPattern: plan.vibrationPattern, playsInstead: gone,
      quiet: isQuiet && plan.volume > 0,
      inherited: SettingKey.ofTimers.filter { own.text(of: $0) == nil }.map(\.fieldName))
  }

  /// Whether it is meant to be heard.
  package var isHeard: Bool { on && volume > 0 && sound != Settings.noSound && !quiet }
}
