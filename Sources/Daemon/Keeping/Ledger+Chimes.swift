import AlarmClock
import Control

/// Whether the end of a timer would be noticed, and what would make it so.
extension Ledger {
  func notesOnChime(of timer: Timer) -> [String] {
    if timer.hasEnded { return [] }
    return notesOnChime(of: timer.overrides, endingAt: time.now + timer.left(at: timers.reading))
  }

  /// Those that would end unnoticed.
  var unnoticedTimers: [Timer] { timers.all.filter { !notesOnChime(of: $0).isEmpty } }

  /// What a change of a setting has taken from timers that run.
  ///
  /// - Parameter before: those that would have ended unnoticed without it.
  func noteOnTimers(unnoticedBefore before: [Timer]) -> [String] {
    let ids = Set(before.map(\.id))
    let names = unnoticedTimers.filter { !ids.contains($0.id) }.map(\.name)
    guard !names.isEmpty else { return [] }
    return [
      "nothing will be noticed any more when these timers end: \(names.prefix(10).joined(separator: ", "))"
    ]
  }

  /// - Parameter end: nil: at any time, so quiet hours do not matter.
  func notesOnChime(of own: ChimeOverrides, endingAt end: Instant? = nil) -> [String] {
    let plan = settings.chime(for: own)
    guard plan.isOn else {
      let way = own.chimes == false ? "start it with `--chime on`" : "`rouse settings set chime on`"
      return [
        "chime is off: its end is told by `rouse timer list`, the log and the display alone. To hear or feel it: \(way)"
      ]
    }
    let (hasSpeaker, hasVibration) = (fitting.supports(.volume), fitting.supports(.vibration))
    let isQuiet = end.map { settings.quiet.isQuiet(at: zone.local($0).time) } ?? false
    let notice = plan.notice(hasSpeaker: hasSpeaker, hasVibration: hasVibration, isQuiet: isQuiet)
    guard notice.isNone else { return [] }
    var reasons: [String] = []
    var ways: [String] = []
    if !hasSpeaker {
      reasons.append("no speaker is fitted")
    } else {
      if plan.volume == 0 {
        let isOff = (own.sound ?? settings.sound) == Settings.noSound
        reasons.append(isOff ? "its sound is off" : "its volume is 0")
        ways.append(wayToHear(own, isOff: isOff))
      }
      if isQuiet {
        reasons.append("it ends in quiet hours (\(settings.quiet))")
        if plan.volume > 0 { ways.append("`rouse quiet off`") }
      }
    }
    if !hasVibration {
      reasons.append("no vibration is fitted")
    } else {
      reasons.append("its vibration is off")
      ways.append(
        own.vibration == nil ? "`rouse settings set vibration medium`" : "start it with `--vibration medium`")
    }
    // Quiet hours outlast a sound that is switched on.
    let useful = isQuiet && hasVibration ? Array(ways.suffix(1)) + ways.dropLast() : ways
    let remedy =
      useful.isEmpty
      ? "look at the display, or at `rouse timer list`" : "to enable one: \(useful.joined(separator: ", or "))"
    return ["nothing will be noticed when it ends: \(reasons.joined(separator: ", ")). \(Self.sentence(remedy))"]
  }

  private func wayToHear(_ own: ChimeOverrides, isOff: Bool) -> String {
    let (key, value) = isOff ? (SettingKey.sound, Settings.builtInSound) : (.volume, "60")
    let isOwn = own.text(of: key) != nil
    return isOwn
      ? "start it with `--\(key.rawValue) \(value)`" : "`rouse settings set \(key.rawValue) \(value)`"
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
