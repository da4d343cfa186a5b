import AlarmClock
import Control

/// Timers in words.
enum TimerText {
  /// `tea`, or `Timer k3f9xa`.
  static func subject(_ timer: TimerView) -> String {
    timer.label.isEmpty ? "Timer \(timer.id)" : Terminal.printable(timer.label)
  }

  /// What holds now: `tea ends at 10:32:05 (in 25 min).`
  static func sentence(_ timer: TimerView) -> String {
    let subject = subject(timer)
    let ended = "\(subject) ended at \(clock(timer))\(late(timer))"
    switch timer.state {
    case .running: return "\(subject) ends at \(clock(timer)) (in \(TimePhrase.span(timer.left)))."
    case .paused: return "\(subject) is paused, with \(TimePhrase.span(timer.left)) left."
    case .chiming: return "\(ended), and chimes: `rouse timer stop`, or any enrolled card, ends it."
    case .waiting: return "\(ended), and chimes after the alarm that has the devices."
    case .ended: return "\(ended); its chime is off."
    }
  }

  static func table(_ timers: [TimerView]) -> Table {
    var table = Table(header: ["LEFT", "ENDS", "ID", "STATE", "LENGTH", "CHIME", "LABEL"])
    let order = timers.indices.sorted { (timers[$0].left, $0) < (timers[$1].left, $1) }
    table.rows = order.map { index in
      let timer = timers[index]
      return [
        timer.left > 0 ? TimePhrase.span(timer.left) : "-", timer.endsAt == nil ? "-" : clock(timer), timer.id,
        state(timer), DurationText.format(.seconds(timer.length)), chime(timer.chime), timer.label,
      ]
    }
    return table
  }

  /// `running`, `CHIMING, 3 min late`.
  static func state(_ timer: TimerView) -> String {
    switch timer.state {
    case .running, .paused: timer.state.rawValue
    case .chiming, .waiting, .ended: timer.state.rawValue.uppercased() + late(timer, before: ", ")
    }
  }

  /// `tone 80%, medium`, `off`.
  static func chime(_ chime: ChimeView) -> String {
    guard chime.on else { return "off" }
    let isSilent = chime.sound == Settings.noSound || chime.volume == 0
    var parts = isSilent ? [] : ["\(Terminal.printable(chime.sound)) \(chime.volume)%"]
    if chime.vibration != .off { parts.append("\(chime.vibration.rawValue) \(chime.vibrationPattern.rawValue)") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  private static func clock(_ timer: TimerView) -> String { timer.endsAt.map { TimePhrase.clock($0, .seconds) } ?? "-" }

  /// A moment's delay is not told.
  private static func late(_ timer: TimerView, before: String = " (") -> String {
    guard timer.late >= 5 else { return "" }
    return before + TimePhrase.span(timer.late) + (before == " (" ? " ago)" : " ago")
  }
}

/// Presets in words.
enum PresetText {
  static func print(_ saved: PresetSaved, _ format: Format) throws(ControlError) {
    try format.print(saved) { sentence(saved.preset) }
    // In their own words, for scripts that look for them.
    Output.notes(saved.notes)
  }

  /// `The preset tea runs for 4m: tone 80%, medium pulse.`
  static func sentence(_ preset: PresetView) -> String {
    "The preset \(Terminal.printable(preset.name)) runs for \(DurationText.format(.seconds(preset.length))): "
      + "\(TimerText.chime(preset.chime))."
  }

  static func table(_ presets: [PresetView]) -> Table {
    var table = Table(header: ["NAME", "LENGTH", "CHIME"])
    table.rows = presets.map { [$0.name, DurationText.format(.seconds($0.length)), TimerText.chime($0.chime)] }
    return table
  }
}
