import ArgumentParser
import Control

struct AlarmCommand: Described {
  static let about = CommandConfiguration(
    "alarm",
    subcommands: [
      AlarmAddCommand.self, AlarmListCommand.self, AlarmShowCommand.self, AlarmEditCommand.self,
      AlarmEnableCommand.self, AlarmDisableCommand.self, AlarmSkipCommand.self, AlarmUnskipCommand.self,
      AlarmMoveCommand.self, AlarmCopyCommand.self, AlarmRemoveCommand.self,
    ], defaultSubcommand: AlarmListCommand.self)
}

struct AlarmArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("An id, four letters of its beginning, or a label.", valueName: "alarm"),
    completion: LiveWords.alarms)
  var name: String
}

struct AlarmAddCommand: Verb {
  static let about = CommandConfiguration("alarm add")
  @Argument(help: "07:30, 7:30am, or a delay: +20m; left out with --cycle.")
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var preview: PreviewOption
  @OptionGroup var io: IO

  func validate() throws {
    if time == nil, options.cycle == nil {
      throw ValidationError("Missing expected argument '<time>'. Say when, as in `rouse alarm add 07:30`.")
    }
  }

  func run() throws {
    let saved = try connection.ask(AddAlarm(input: options.input(time: time)))
    try format.print(saved) { AlarmText.sentence(saved.alarm) }
    Output.notes(saved.notes)
    preview.follow(alarm: saved.alarm.id, io)
  }
}

struct AlarmEditCommand: Verb {
  static let about = CommandConfiguration("alarm edit")
  @OptionGroup var alarm: AlarmArgument
  @Option("The new time: 07:30, 7:30am, or a delay: +20m.", "time")
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var preview: PreviewOption
  @OptionGroup var io: IO

  func validate() throws {
    if !preview.preview, options.input(time: time) == AlarmInput() {
      throw ValidationError("Nothing to change was given. Say what, as in `--time 07:15`.")
    }
  }

  func run() throws {
    let input = options.input(time: time)
    guard input != AlarmInput() else {
      // Without changes there is only the preview.
      let command = PreviewAlarm(alarm: alarm.name, seconds: PreviewOption.alarmSeconds)
      return try PreviewFollowing(format: format).follow(command, on: try connection.open())
    }
    let saved = try connection.ask(EditAlarm(alarm: alarm.name, input: input))
    try format.print(saved) { ChangeText.whole(saved) }
    Output.notes(saved.notes)
    preview.follow(alarm: saved.alarm.id, io)
  }
}

struct AlarmCopyCommand: AskingVerb {
  static let about = CommandConfiguration("alarm copy")
  @OptionGroup var alarm: AlarmArgument
  @Option("The copy's time: 07:30, 7:30am, or a delay: +20m.", "time")
  var time: String?
  @OptionGroup var options: AlarmOptions
  @OptionGroup var io: IO

  var command: CopyAlarm { CopyAlarm(alarm: alarm.name, input: options.input(time: time)) }
  func text(_ saved: AlarmSaved) -> String { AlarmText.sentence(saved.alarm) }
}

struct AlarmListCommand: Verb {
  static let about = CommandConfiguration("alarm list")

  @OptionGroup var io: IO

  func run() throws {
    if format.json { return try printJSON() }
    var rows: [AlarmRow] = []
    let client = try connection.open()
    try client.stream(ListAlarmRows()) { (item) throws(ControlError) in rows += item.rows }
    if rows.isEmpty { return Output.note("There are no alarms. Set one: `rouse alarm add 07:30`") }
    try Output.line(AlarmText.table(rows).rendered(counting: "alarm"))
    try PauseCommand.tellPauseOfAll(client)
  }

  /// Copies the JSON unparsed, except for a terminal: a thousand alarms are a megabyte.
  private func printJSON() throws {
    let client = try connection.open()
    guard !Terminal.isOutput else {
      var reply = ListAlarms.Reply(alarms: [])
      try client.stream(ListAlarms()) { (item) throws(ControlError) in reply.alarms += item.alarms }
      return try Output.line(JSONText.document(reply))
    }
    let head = Array(#"{"alarms":["#.utf8)
    var text = head
    // Reserves address space only: memory is used as it is written.
    text.reserveCapacity(1 << 20)
    try client.streamWritten(ListAlarms()) { item in
      let alarms = item.dropFirst(head.count).dropLast("]}".utf8.count)
      if text.count > head.count, !alarms.isEmpty { text.append(UInt8(ascii: ",")) }
      // Runs while the daemon writes the next piece.
      text += JSONText.printable(alarms)
    }
    text += #"],"schema":\#(JSONText.schema)}"#.utf8
    text.append(UInt8(ascii: "\n"))
    try Output.write(plain: text)
  }
}

struct AlarmShowCommand: Verb {
  static let about = CommandConfiguration("alarm show")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO

  func run() throws {
    let client = try connection.open()
    let view = try client.send(ShowAlarm(alarm: alarm.name))
    try format.print(AlarmDocument(alarm: view)) { () throws(ControlError) in
      AlarmText.listing(view, unsupported: try connection.unsupportedSettings())
    }
    if !format.json { try PauseCommand.tellPauseOfAll(client) }
  }

  private struct AlarmDocument: Encodable {
    let alarm: AlarmView
    let notes: [String] = []
  }
}

// MARK: Verbs that need only an alarm

protocol AlarmChangeVerb: AskingVerb where Request == ChangeAlarm {
  var alarm: AlarmArgument { get }
  static var change: ChangeAlarm.Change { get }
  /// The dates as typed; empty means the next ring.
  var dates: [String] { get }
}

extension AlarmChangeVerb {
  var dates: [String] { [] }

  var command: ChangeAlarm {
    ChangeAlarm(alarm: alarm.name, change: Self.change, dates: dates.isEmpty ? nil : dates)
  }

  func text(_ saved: AlarmSaved) -> String {
    Self.change == .remove
      ? "\(AlarmText.subject(saved.alarm)) is removed.\n\(ChangeText.next(saved.next))"
      : dates.isEmpty ? ChangeText.lines(saved).joined(separator: "\n") : ChangeText.whole(saved)
  }
}

struct DatesOption: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("On these dates instead of the next ring: 2026-12-24, friday.", valueName: "date"))
  var on: [String] = []
}

struct AlarmEnableCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm enable")
  static let change = ChangeAlarm.Change.enable
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO
}

struct AlarmDisableCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm disable")
  static let change = ChangeAlarm.Change.disable
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO
}

struct AlarmSkipCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm skip")
  static let change = ChangeAlarm.Change.skip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var io: IO
  var dates: [String] { option.on }
}

struct AlarmUnskipCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm unskip")
  static let change = ChangeAlarm.Change.unskip
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var io: IO
  var dates: [String] { option.on }
}

struct AlarmRemoveCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm remove")
  static let change = ChangeAlarm.Change.remove
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO
}

struct AlarmMoveCommand: AskingVerb {
  static let about = CommandConfiguration("alarm move")
  @OptionGroup var alarm: AlarmArgument
  @Option(help: ArgumentHelp("The date: 2026-12-24, tomorrow, friday.", valueName: "date"))
  var on: String
  @Option(help: ArgumentHelp("The time of that day: 09:00, 9am.", valueName: "time"))
  var to: String
  @OptionGroup var io: IO

  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .move, dates: [on], time: to) }
  func text(_ saved: AlarmSaved) -> String { ChangeText.whole(saved) }
}
