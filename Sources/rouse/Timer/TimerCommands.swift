import AlarmClock
import ArgumentParser
import Control

struct TimerCommand: Described {
  static let about = CommandConfiguration(
    "timer",
    subcommands: [
      TimerStartCommand.self, TimerListCommand.self, TimerPauseCommand.self, TimerResumeCommand.self,
      TimerExtendCommand.self, TimerCancelCommand.self, TimerStopCommand.self, TimerEditCommand.self,
      PresetCommand.self,
    ], defaultSubcommand: TimerListCommand.self)
}

struct TimerArgument: ParsableArguments {
  @Argument(
    "A label, an id, or three letters or more of one; needed with several timers.", "name", completion: LiveWords.timers
  )
  var name: String?
}

/// Options for the end of a timer. The daemon parses the values, so that their rules are in one place.
struct ChimeOptions: ParsableArguments {
  @OptionGroup var heardAndFelt: HeardAndFelt
  @Option("off: no sound and no vibration, whatever else is set; on, or `default`.", "on|off")
  var chime: String?

  func input(length: String? = nil, label: String? = nil) -> TimerInput {
    let typed = heardAndFelt.typed.merging([.chime: chime]) { $1 }
    return TimerInput(length: length, label: label, values: typed.compactMapValues(\.self))
  }
}

protocol TimerVerb: AskingVerb where Request.Reply == TimerSaved {}

extension TimerVerb {
  func text(_ saved: TimerSaved) -> String { TimerText.sentence(saved.timer) }
  func notes(_ saved: TimerSaved) -> [String] { saved.notes }
}

struct TimerStartCommand: TimerVerb {
  static let about = CommandConfiguration("timer start")
  @Argument(help: ArgumentHelp("A length like 25m, or a preset.", valueName: "timer"), completion: LiveWords.presets)
  var timer: String
  @Option("A label, up to 100 characters; default: the preset's name.", "text", parsing: .unconditional)
  var label: String?
  @OptionGroup var options: ChimeOptions
  @OptionGroup var io: IO

  var command: StartTimer { StartTimer(what: timer, input: options.input(label: label)) }
}

struct TimerListCommand: ListVerb {
  static let about = CommandConfiguration("timer list")
  static let rows = (noun: "timer", none: "There are no timers. Start one: `rouse timer start 25m`")
  @OptionGroup var io: IO

  var command: ListTimers { ListTimers() }
  func table(_ reply: ListTimers.Reply) throws(ControlError) -> Table {
    TimerText.table(reply.timers, unsupported: try connection.unsupportedSettings())
  }
}

struct TimerPauseCommand: TimerVerb {
  static let about = CommandConfiguration("timer pause")
  @OptionGroup var timer: TimerArgument
  @OptionGroup var io: IO

  var command: ChangeTimer { ChangeTimer(timer: timer.name, change: .pause) }
}

struct TimerResumeCommand: TimerVerb {
  static let about = CommandConfiguration("timer resume")
  @OptionGroup var timer: TimerArgument
  @OptionGroup var io: IO

  var command: ChangeTimer { ChangeTimer(timer: timer.name, change: .resume) }
}

struct TimerCancelCommand: TimerVerb {
  static let about = CommandConfiguration("timer cancel")
  @OptionGroup var timer: TimerArgument
  @OptionGroup var io: IO

  var command: ChangeTimer { ChangeTimer(timer: timer.name, change: .cancel) }
  func text(_ saved: TimerSaved) -> String { "\(TimerText.subject(saved.timer)) is canceled." }
}

struct TimerExtendCommand: TimerVerb {
  static let about = CommandConfiguration("timer extend")
  @Argument(
    help: ArgumentHelp("The timer's name, needed with several timers, and how much longer.", valueName: "name> <span"),
    completion: LiveWords.timers)
  var words: [String]
  @OptionGroup var io: IO

  func validate() throws {
    guard (1...2).contains(words.count) else {
      throw ValidationError("Give a timer and a length, as in `rouse timer extend tea 5m`.")
    }
    if words.count == 1, words[0].first.map({ !$0.isNumber && $0 != "-" }) ?? false {
      throw ValidationError("The length is missing: `rouse timer extend \(words[0].shellWord) 5m`.")
    }
    if words.count == 2, Self.isLength(words[0]), !Self.isLength(words[1]) {
      throw ValidationError("The timer comes first: `rouse timer extend \(words[1].shellWord) \(words[0])`.")
    }
  }

  private static func isLength(_ word: String) -> Bool {
    do throws(InvalidValue) { _ = try DurationText.parse(word, field: "SPAN") } catch { return false }
    return true
  }

  var command: ExtendTimer { ExtendTimer(timer: words.count == 2 ? words[0] : nil, by: words[words.count - 1]) }
}

struct TimerStopCommand: AskingVerb {
  static let about = CommandConfiguration("timer stop")
  @Argument("A label, an id, or three letters or more of one.", "name", completion: LiveWords.timers)
  var name: String?
  @OptionGroup var io: IO

  var command: StopTimers { StopTimers(timer: name) }
  func text(_ reply: ListTimers.Reply) -> String {
    reply.timers.map { "\(TimerText.subject($0)) is stopped." }.joined(separator: "\n")
  }
  func remarks(_ reply: ListTimers.Reply) -> [String] {
    reply.timers.isEmpty ? ["No timer has ended. To cancel a running one: `rouse timer cancel NAME`"] : []
  }
}

// MARK: Presets

struct PresetCommand: Described {
  static let about = CommandConfiguration(
    "timer preset",
    subcommands: [
      PresetAddCommand.self, PresetListCommand.self, PresetEditCommand.self, PresetRemoveCommand.self,
    ], defaultSubcommand: PresetListCommand.self)
}

protocol PresetVerb: Verb {
  associatedtype Request: Control.Command where Request.Reply == PresetSaved
  var command: Request { get }
}

extension PresetVerb {
  func run() throws {
    let unsupported = try connection.unsupportedSettings()
    let saved = try connection.ask(command)
    try format.print(saved) {
      (saved.changes.isEmpty ? "" : ChangeText.sentence(saved.changes) + "\n")
        + PresetText.sentence(saved.preset, unsupported: unsupported)
    }
    Output.notes(saved.notes)
  }
}

struct PresetAddCommand: PresetVerb {
  static let about = CommandConfiguration("timer preset add")
  @Argument(help: "A name that is not a duration.")
  var name: String
  @Argument(help: "How long it runs, 1s to 24h.")
  var length: String
  @OptionGroup var options: ChimeOptions
  @OptionGroup var io: IO

  var command: AddPreset { AddPreset(presetName: name, input: options.input(length: length)) }
}

struct PresetListCommand: ListVerb {
  static let about = CommandConfiguration("timer preset list")
  static let rows = (noun: "preset", none: "There are no presets. Make one: `rouse timer preset add tea 4m`")
  @OptionGroup var io: IO

  var command: ListPresets { ListPresets() }
  func table(_ reply: ListPresets.Reply) throws(ControlError) -> Table {
    PresetText.table(reply.presets, unsupported: try connection.unsupportedSettings())
  }
}

struct PresetChange: ParsableArguments {
  @Option("How long it runs, 1s to 24h.", "span")
  var length: String?
  @OptionGroup var options: ChimeOptions

  var input: TimerInput { options.input(length: length) }

  func validate() throws {
    if input == TimerInput() {
      throw ValidationError("Give something to change, such as `--length 5m`.")
    }
  }
}

struct PresetEditCommand: PresetVerb {
  static let about = CommandConfiguration("timer preset edit")
  @Argument(help: "The preset.", completion: LiveWords.presets)
  var name: String
  @OptionGroup var change: PresetChange
  @OptionGroup var io: IO

  var command: EditPreset { EditPreset(preset: name, input: change.input) }
}

struct TimerEditCommand: PresetVerb {
  static let about = CommandConfiguration("timer edit")
  @Argument(help: ArgumentHelp("A preset, or a timer's id or label.", valueName: "name"), completion: LiveWords.presets)
  var name: String
  @OptionGroup var change: PresetChange
  @OptionGroup var io: IO

  var command: EditTimer { EditTimer(timer: name, input: change.input) }
}

struct PresetRemoveCommand: AskingVerb {
  static let about = CommandConfiguration("timer preset remove")
  @Argument(help: "The preset.", completion: LiveWords.presets)
  var name: String
  @OptionGroup var io: IO

  var command: RemovePreset { RemovePreset(preset: name) }
  func text(_ removed: PresetSaved) -> String { "The preset \(Terminal.printable(removed.preset.name)) is removed." }
}

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
    let ended = "\(subject) ended at \(clock(timer))" + (late(timer).map { " (\($0))" } ?? "")
    if let why = timer.unnoticed {
      return "\(ended), NOT NOTICED: \(Terminal.printable(why)). `rouse timer stop` clears it."
    }
    switch timer.state {
    case .running: return "\(subject) ends at \(clock(timer)) (in \(TimePhrase.span(timer.left)))."
    case .paused: return "\(subject) is paused, with \(TimePhrase.span(timer.left)) left."
    case .chiming: return "\(ended), and chimes: `rouse timer stop`, or any enrolled card, ends it."
    case .waiting: return "\(ended), and will chime after the alarm."
    case .ended: return "\(ended); its chime is off."
    }
  }

  /// - Parameter unsupported: the settings that no device on this board supports.
  static func table(_ timers: [TimerView], unsupported: Set<SettingKey> = []) -> Table {
    let sorted = timers.sorted { ($0.left, -$0.late) < ($1.left, -$1.late) }
    return Table(
      header: ["LEFT", "ENDS", "ID", "STATE", "LENGTH", "CHIME", "LABEL"],
      expendable: ["CHIME", "LENGTH", "ENDS", "STATE"],
      rows: sorted.map { timer in
        [
          timer.left > 0 ? TimePhrase.span(timer.left) : "-", timer.endsAt == nil ? "-" : clock(timer), timer.id,
          state(timer), DurationText.format(.seconds(timer.length)), chime(timer.chime, unsupported), timer.label,
        ]
      })
  }

  /// Examples: `running`, `CHIMING, 3 min ago`.
  static func state(_ timer: TimerView) -> String {
    let late = late(timer).map { ", \($0)" } ?? ""
    if let why = timer.unnoticed { return "ended\(late), NOT NOTICED: \(Terminal.printable(why))" }
    return switch timer.state {
    case .running, .paused: timer.state.rawValue
    case .chiming, .waiting, .ended: timer.state.rawValue.uppercased() + late
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

  /// Example: `3 min ago`. `nil` for a delay below 5 s.
  private static func late(_ timer: TimerView) -> String? {
    timer.late >= 5 ? "\(TimePhrase.span(timer.late)) ago" : nil
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
