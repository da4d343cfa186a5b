import AlarmClock
import Hardware

/// Notes on whether a timer's end will be noticed, and on what would help.
struct ChimeNotes: Sendable {
  let inForce: BookInForce
  let timers: TimerRunner
  let scheduler: Scheduler
  let fitting: Fitting
  let volumes: VolumeNotes

  private var settings: Settings { inForce.settings }

  func notes(on timer: Timer) -> [String] {
    if timer.hasEnded { return [] }
    return notes(on: timer.overrides, endingAt: end(of: timer))
  }

  private func end(of timer: Timer) -> Instant {
    let reading = timers.reading
    return reading.now + timer.left(at: reading)
  }

  var unnoticedTimers: [Timer] {
    timers.all.filter { !$0.hasEnded && noteOnNoNotice(of: $0.overrides, endingAt: end(of: $0)) != nil }
  }

  /// Returns a note, after a change of a setting, that running timers keep their value.
  func notes(on key: SettingKey, from before: Settings) -> [String] {
    guard let value = before.complete(ChimeOverrides()).text(of: key),
      value != settings.complete(ChimeOverrides()).text(of: key),
      timers.all.contains(where: { !$0.hasEnded && $0.overrides.text(of: key) == value })
    else { return [] }
    return [TimerCommands.noteOnRunning]
  }

  func note(unnoticedBefore before: [Timer]) -> [String] {
    let ids = Set(before.map(\.id))
    let names = unnoticedTimers.filter { !ids.contains($0.id) }.map(\.name)
    guard !names.isEmpty else { return [] }
    return [
      "nothing will be noticed any more when these timers end: \(names.prefix(10).joined(separator: ", "))"
    ]
  }

  /// - Parameter end: `nil` for any time, so that quiet hours do not matter.
  func notes(on own: ChimeOverrides, endingAt end: Instant? = nil) -> [String] {
    if let note = noteOnNoNotice(of: own, endingAt: end) { return [note] }
    guard settings.chime(for: own).volume > 0, canSound else { return [] }
    guard isQuiet(at: end) else { return fitting.supports(.volume) ? volumes.notes(on: own) : [] }
    return [
      "it ends in quiet hours (\(settings.quiet.text(settings.timeFormat))), and in quiet hours it only shakes. To hear it: `rouse quiet off`"
    ]
  }

  /// Whether any sound is possible. The buzzer stands in for the speaker.
  private var canSound: Bool { fitting.supports(.volume) || fitting.roles.contains(.buzzer) }

  private func isQuiet(at end: Instant?) -> Bool {
    end.map { settings.quiet.isQuiet(at: scheduler.zone.local($0).time) } ?? false
  }

  private func noteOnNoNotice(of own: ChimeOverrides, endingAt end: Instant?) -> String? {
    let plan = settings.chime(for: own)
    guard plan.isOn else {
      let way = own.chimes == false ? "start it with `--chime on`" : "`rouse settings set chime on`"
      return
        "chime is off: its end is told by `rouse timer list`, the log and the display alone. To hear or feel it: \(way)"
    }
    let isQuiet = isQuiet(at: end)
    guard plan.unnoticed(isQuiet: isQuiet, lack: timers.lack) != nil else { return nil }
    let hearing = waysToHear(plan, own, isQuiet: isQuiet)
    let feeling = waysToFeel(plan, own)
    // Each way suffices. In quiet hours vibration comes first, because they also silence a sound that is switched on.
    let ways = (isQuiet ? [feeling, hearing] : [hearing, feeling]).map(\.ways).filter { !$0.isEmpty }
    let remedy =
      ways.isEmpty
      ? "look at the display, or at `rouse timer list`"
      : "to enable one: \(ways.map { $0.joined(separator: " and ") }.joined(separator: ", or "))"
    let reasons = (hearing.reasons + feeling.reasons).joined(separator: ", ")
    return "nothing will be noticed when it ends: \(reasons). \(Self.sentence(remedy))"
  }

  /// Returns why it is not heard, and everything needed to hear it; no ways if that is impossible.
  private func waysToHear(
    _ plan: ChimePlan, _ own: ChimeOverrides, isQuiet: Bool
  ) -> (reasons: [String], ways: [String]) {
    guard canSound else { return ([timers.lack(of: .speaker)].compactMap(\.self), []) }
    var (reasons, ways): ([String], [String]) = ([], [])
    if plan.volume == 0 {
      let isOff = (own.sound ?? settings.sound) == Settings.noSound
      reasons.append(isOff ? "its sound is off" : "its volume is 0")
      ways.append(wayToHear(own, isOff: isOff))
    }
    let role: DeviceRole = fitting.supports(.volume) ? .speaker : .buzzer
    if let lack = timers.lack(of: role), timers.lack(of: .buzzer) != nil {
      reasons.append(lack)
      ways.append("mend the \(role.rawValue) as `rouse doctor` says")
    }
    if isQuiet {
      reasons.append("it ends in quiet hours (\(settings.quiet.text(settings.timeFormat)))")
      ways.append("`rouse quiet off`")
    }
    return (reasons, ways)
  }

  private func waysToFeel(_ plan: ChimePlan, _ own: ChimeOverrides) -> (reasons: [String], ways: [String]) {
    guard fitting.supports(.vibration) else { return ([timers.lack(of: .vibration)].compactMap(\.self), []) }
    var (reasons, ways): ([String], [String]) = ([], [])
    if plan.vibration == .off {
      reasons.append("its vibration is off")
      ways.append(own.vibration == nil ? "`rouse settings set vibration medium`" : "start it with `--vibration medium`")
    }
    if let lack = timers.lack(of: .vibration) {
      reasons.append(lack)
      ways.append("mend the vibration as `rouse doctor` says")
    }
    return (reasons, ways)
  }

  /// Returns every step needed: a sound that is switched on is still silent at volume 0.
  private func wayToHear(_ own: ChimeOverrides, isOff: Bool) -> String {
    var needed: [(key: SettingKey, value: String)] = []
    if isOff { needed.append((.sound, Settings.builtInSound)) }
    if (own.volume ?? settings.volume) == 0 { needed.append((.volume, "60")) }
    // Without a speaker, `--sound` and `--volume` are refused.
    func isOption(_ key: SettingKey) -> Bool { own.text(of: key) != nil && fitting.supports(key) }
    let options = needed.filter { isOption($0.key) }.map { "--\($0.key.rawValue) \($0.value)" }
    let commands = needed.filter { !isOption($0.key) }.map {
      "`rouse settings set \($0.key.rawValue) \(fitting.supports($0.key) ? $0.value : SettingKey.defaultWord)`"
    }
    let start = options.isEmpty ? [] : ["start it with `\(options.joined(separator: " "))`"]
    return (commands + start).joined(separator: " and ")
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
