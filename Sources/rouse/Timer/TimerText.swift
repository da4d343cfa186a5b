import AlarmClock
import Control

enum TimerText {
  /// Examples: `tea`, `Timer k3f9xa`; `tea (k3f9xa)` if several timers have the label.
  static func subject(_ timer: TimerView, among all: [TimerView] = []) -> String {
    if timer.label.isEmpty { return "Timer \(timer.id)" }
    let isDouble = all.contains { $0.label == timer.label && $0.id != timer.id }
    return isDouble ? StatusText.name(timer.label, timer.id) : Terminal.printable(timer.label)
  }

  /// Describes the present state; example: `tea ends at 10:32:05 (in 25 min).`
  static func sentence(_ timer: TimerView, among all: [TimerView] = []) -> String {
    let subject = subject(timer, among: all)
    let ended = "\(subject) ended at \(clock(timer))\(late(timer))"
    if let why = timer.unnoticed {
      return "\(ended), NOT NOTICED: \(Terminal.printable(why)). `rouse timer stop` takes it away."
    }
    switch timer.state {
    case .running: return "\(subject) ends at \(clock(timer)) (in \(TimePhrase.span(timer.left)))."
    case .paused: return "\(subject) is paused, with \(TimePhrase.span(timer.left)) left."
    case .chiming: return "\(ended), and chimes: `rouse timer stop`, or any enrolled card, ends it."
    case .waiting: return "\(ended), and chimes after the alarm that has the devices."
    case .ended: return "\(ended); its chime is off."
    }
  }

  /// - Parameter unsupported: the settings that no device on this board supports.
  static func table(_ timers: [TimerView], unsupported: Set<SettingKey> = []) -> Table {
    var table = Table(
      header: ["LEFT", "ENDS", "ID", "STATE", "LENGTH", "CHIME", "LABEL"],
      expendable: ["CHIME", "LENGTH", "ENDS", "STATE"])
    let sorted = timers.sorted { ($0.left, -$0.late) < ($1.left, -$1.late) }
    table.rows = sorted.map { timer in
      [
        timer.left > 0 ? TimePhrase.span(timer.left) : "-", timer.endsAt == nil ? "-" : clock(timer), timer.id,
        state(timer), DurationText.format(.seconds(timer.length)), chime(timer.chime, unsupported), timer.label,
      ]
    }
    return table
  }

  /// Examples: `running`, `CHIMING, 3 min late`.
  static func state(_ timer: TimerView) -> String {
    if let why = timer.unnoticed {
      return "ended\(late(timer, before: ", ")), NOT NOTICED: \(Terminal.printable(why))"
    }
    return switch timer.state {
    case .running, .paused: timer.state.rawValue
    case .chiming, .waiting, .ended: timer.state.rawValue.uppercased() + late(timer, before: ", ")
    }
  }

  /// Examples: `tone 80%, medium pulse`, `off`; `beeps` for the buzzer if there is no speaker.
  static func chime(_ chime: ChimeView, _ unsupported: Set<SettingKey> = []) -> String {
    guard chime.on else { return "off" }
    let isSilent = chime.sound == Settings.noSound || chime.volume == 0 || unsupported.contains(.reminderSound)
    var sound = "\(Terminal.printable(chime.sound))\(SoundText.missing(chime.playsInstead)) \(chime.volume)%"
    if unsupported.contains(.sound) { sound = "beeps" }
    var parts = isSilent ? [] : [chime.quiet ? "\(sound) (silent in quiet hours)" : sound]
    if chime.vibration != .off, !unsupported.contains(.vibration) {
      parts.append("\(chime.vibration.rawValue) \(chime.vibrationPattern.rawValue)")
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// Includes the date unless that is today.
  private static func clock(_ timer: TimerView) -> String {
    guard let end = timer.endsAt else { return "-" }
    let time = TimePhrase.clock(end, .seconds)
    guard let ofDay = LocalTime(time).map({ Int($0.secondsOfDay) }) else { return time }
    // The time of the answer, in seconds since the midnight before the end.
    let isToday = (0..<86_400).contains(ofDay - timer.left + timer.late)
    return isToday ? time : TimePhrase.stamp(end, .seconds)
  }

  /// Returns nothing for a delay below 5 s.
  private static func late(_ timer: TimerView, before: String = " (") -> String {
    guard timer.late >= 5 else { return "" }
    return before + TimePhrase.span(timer.late) + (before == " (" ? " ago)" : " ago")
  }
}

enum PresetText {
  /// Example: `The preset tea runs for 4m: tone 80%, medium pulse.`
  static func sentence(_ preset: PresetView, unsupported: Set<SettingKey> = []) -> String {
    "The preset \(Terminal.printable(preset.name)) runs for \(DurationText.format(.seconds(preset.length))): "
      + "\(TimerText.chime(preset.chime, unsupported))."
  }

  static func table(_ presets: [PresetView], unsupported: Set<SettingKey> = []) -> Table {
    Table(
      header: ["NAME", "LENGTH", "CHIME"], expendable: ["CHIME"],
      rows: presets.map {
        [$0.name, DurationText.format(.seconds($0.length)), TimerText.chime($0.chime, unsupported)]
      })
  }
}
