import AlarmClock
import ArgumentParser
import Control

/// What can be said of a timer's end. The daemon reads the values, so that their rules stand in one place.
struct ChimeOptions: ParsableArguments {
  @OptionGroup var heardAndFelt: HeardAndFelt

  @Option(
    help: ArgumentHelp(
      "off: its end is neither heard nor felt, whatever else is set; on, or `default`.", valueName: "on|off"))
  var chime: String?

  /// All that was typed.
  func input(length: String? = nil, label: String? = nil) -> TimerInput {
    let typed = heardAndFelt.typed.merging([.chime: chime]) { $1 }
    return TimerInput(length: length, label: label, values: typed.compactMapValues(\.self))
  }
}
