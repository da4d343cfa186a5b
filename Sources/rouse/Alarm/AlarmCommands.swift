import AlarmClock
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
    help: ArgumentHelp("An id, its first four letters, or a label.", valueName: "alarm"),
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
      throw ValidationError("Missing expected argument '<time>'. Give one, as in `rouse alarm add 07:30`.")
    }
  }

  func run() throws {
    let saved = try connection.ask(AddAlarm(input: options.input(time: time)))
    try format.print(saved) { AlarmText.sentence(saved.alarm) }
    Output.notes(saved.notes)
    preview.follow(PreviewAlarm(alarm: saved.alarm.id, seconds: PreviewOption.alarmSeconds), io)
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
      throw ValidationError("Give something to change, such as `--time 07:15`.")
    }
  }

  func run() throws {
    let input = options.input(time: time)
    guard input != AlarmInput() else {
      // Without changes there is only the preview.
      let command = PreviewAlarm(alarm: alarm.name, seconds: PreviewOption.alarmSeconds)
      return try format.follow(command, on: try connection.open())
    }
    let saved = try connection.ask(EditAlarm(alarm: alarm.name, input: input))
    try format.print(saved) { ChangeText.whole(saved) }
    Output.notes(saved.notes)
    preview.follow(PreviewAlarm(alarm: saved.alarm.id, seconds: PreviewOption.alarmSeconds), io)
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
  func notes(_ saved: AlarmSaved) -> [String] { saved.notes }
}

struct AlarmListCommand: Verb {
  static let about = CommandConfiguration("alarm list")

  @OptionGroup var io: IO

  func run() throws {
    let client = try connection.open()
    if format.json { return try printJSON(client) }
    var rows: [AlarmRow] = []
    try client.stream(ListAlarmRows()) { (item) throws(ControlError) in rows += item.rows }
    if rows.isEmpty { return Output.note("There are no alarms. Set one: `rouse alarm add 07:30`") }
    try Output.line(AlarmText.table(rows).rendered(counting: "alarm"))
    try PauseCommand.tellPauseOfAll(client)
  }

  /// Copies the JSON unparsed, except for a terminal: a thousand alarms are a megabyte.
  private func printJSON(_ client: ControlClient) throws {
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

// MARK: Changes of the next ring or of dates

protocol AlarmChangeVerb: AskingVerb where Request == ChangeAlarm {
  /// As typed; `nil` means the next ring.
  var dates: [String]? { get }
}

extension AlarmChangeVerb {
  var dates: [String]? { nil }

  func text(_ saved: AlarmSaved) -> String {
    dates == nil ? ChangeText.lines(saved).joined(separator: "\n") : ChangeText.whole(saved)
  }
  func notes(_ saved: AlarmSaved) -> [String] { saved.notes }
}

struct DatesOption: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("On these dates instead of the next ring: 2026-12-24, friday.", valueName: "date"))
  var on: [String] = []
}

struct AlarmEnableCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm enable")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO

  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .enable) }
}

struct AlarmDisableCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm disable")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO

  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .disable) }
}

struct AlarmSkipCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm skip")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var io: IO

  var dates: [String]? { option.on.isEmpty ? nil : option.on }
  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .skip, dates: dates) }
}

struct AlarmUnskipCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm unskip")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var option: DatesOption
  @OptionGroup var io: IO

  var dates: [String]? { option.on.isEmpty ? nil : option.on }
  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .unskip, dates: dates) }
}

struct AlarmRemoveCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm remove")
  @OptionGroup var alarm: AlarmArgument
  @OptionGroup var io: IO

  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .remove) }
  func text(_ saved: AlarmSaved) -> String {
    "\(AlarmText.subject(saved.alarm)) is removed.\n\(ChangeText.next(saved.next))"
  }
}

struct AlarmMoveCommand: AlarmChangeVerb {
  static let about = CommandConfiguration("alarm move")
  @OptionGroup var alarm: AlarmArgument
  @Option(help: ArgumentHelp("The date: 2026-12-24, tomorrow, friday.", valueName: "date"))
  var on: String
  @Option(help: ArgumentHelp("The time of that day: 09:00, 9am.", valueName: "time"))
  var to: String
  @OptionGroup var io: IO

  var dates: [String]? { [on] }
  var command: ChangeAlarm { ChangeAlarm(alarm: alarm.name, change: .move, dates: dates, time: to) }
}

enum AlarmText {
  /// Example: `Alarm k3f9xa (Work)`.
  static func subject(_ alarm: AlarmView) -> String {
    "Alarm \(alarm.id)" + (alarm.label.isEmpty ? "" : " (\(Terminal.printable(alarm.label)))")
  }

  /// Example: `Alarm k3f9xa rings Sun 2026-11-22 07:30 (in 9 h 12 min).`
  static func sentence(_ alarm: AlarmView) -> String {
    let subject = subject(alarm)
    guard alarm.enabled else { return "\(subject) is disabled." }
    guard let next = alarm.next else {
      return alarm.skipNext ? "\(subject) skips its only ring\(skipped(alarm))." : "\(subject) does not ring again."
    }
    return alarm.skipNext
      ? "\(subject) skips its next ring\(skipped(alarm)), then rings \(TimePhrase.when(next))."
      : "\(subject) rings \(TimePhrase.when(next))\(special(next.special))."
  }

  private static func skipped(_ alarm: AlarmView) -> String {
    alarm.skipped.map { " of \(TimePhrase.stamp($0))\(reason(alarm.skipReason))" } ?? ""
  }

  /// Example: `: Christmas`. Empty without a reason, as when the user skipped the ring.
  static func reason(_ reason: String?) -> String { reason.map { ": \(Terminal.printable($0))" } ?? "" }

  /// Examples: `on`, `off`, `RINGING`, `on, Mon 23 skipped`.
  static func state(_ alarm: AlarmRow) -> String {
    if alarm.ringing { return "RINGING" }
    if !alarm.enabled { return "off" }
    return alarm.skipped.map { "on, \(TimePhrase.dayOfMonth($0)) skipped\(reason(alarm.skipReason))" } ?? "on"
  }

  /// Sorts by the next ring; alarms without one come last.
  static func table(_ alarms: [AlarmRow]) -> Table {
    let sorted = alarms.sorted { ($0.inSeconds ?? .max) < ($1.inSeconds ?? .max) }
    return Table(
      header: ["NEXT", "LEFT", "ID", "SET FOR", "STATE", "CARDS", "LABEL"],
      expendable: ["CARDS", "SET FOR", "LEFT", "STATE"],
      rows: sorted.map { alarm in
        [
          alarm.next.map { TimePhrase.stamp($0) } ?? "-", alarm.inSeconds.map(TimePhrase.span) ?? "-",
          alarm.id, TimePhrase.clocks(in: alarm.rule), state(alarm), cards(alarm), alarm.label,
        ]
      })
  }

  /// - Parameter unsupported: the settings that no device on this board supports.
  static func listing(_ alarm: AlarmView, unsupported: Set<SettingKey> = []) -> String {
    var listing = Listing()
    listing.add("id", alarm.id)
    listing.add("label", alarm.label.isEmpty ? "-" : Terminal.printable(alarm.label))
    let row = AlarmRow(alarm)
    listing.add("set for", TimePhrase.clocks(in: row.rule))
    listing.add("state", state(row))
    if alarm.locked {
      listing.add(continuing: "LOCKED: it cannot be changed or canceled until its ring has been answered")
    }
    if !alarm.group.isEmpty { listing.add("group", Terminal.printable(alarm.group)) }
    if alarm.holidays != "skip" { listing.add("holidays", alarm.holidays) }
    listing.add("dates", alarm.exceptions.map { words($0) })
    listing.add("next ring", alarm.next.map { TimePhrase.when($0) + special($0.special) } ?? "-")
    listing.add("cards", cards(row))
    for key in SettingKey.ofAlarms {
      guard let value = alarm.values.text(of: key) else { continue }
      let missing = key == .sound ? SoundText.missing(alarm.playsInstead) : ""
      let mark = alarm.inherited.contains(key.fieldName) ? " (\(SettingKey.defaultWord))" : ""
      let lack = unsupported.contains(key) ? " (not supported on this board)" : ""
      listing.add(key.rawValue, Terminal.printable(value) + missing + mark + lack)
    }
    listing.add("ladder", ladder(alarm.ladder))
    return listing.rendered() + "\n\n(default): inherited from the settings, `rouse settings list`"
  }

  /// Describes what is special about an occurrence; empty for an ordinary one.
  static func special(_ marks: [String]) -> String {
    marks.isEmpty ? "" : "; " + marks.map(words).joined(separator: "; ")
  }

  static func words(_ mark: String) -> String {
    switch mark {
    case "movedByGap": "moved: the clocks go forward over its time"
    case "firstOfOverlap": "the first of two: the clocks go back"
    case "moved": "moved to this time for one day"
    case "skipped": "skipped"
    case "paused": "skipped: paused"
    default: mark
    }
  }

  static func words(_ occurrence: OccurrenceView) -> String {
    occurrence.special.map { mark in
      guard ["skipped", "paused"].contains(mark), let reason = occurrence.reason else { return words(mark) }
      return "skipped: \(Terminal.printable(reason))"
    }.joined(separator: "; ")
  }

  /// Example: `Thu 2026-12-24 moved to 09:00`.
  private static func words(_ exception: ExceptionView) -> String {
    let what =
      switch exception.what {
      case "skip": "skipped"
      case "move": "moved to \(TimePhrase.clocks(in: exception.time ?? ""))"
      default: "rings despite holidays and pauses"
      }
    return "\(CalmText.day(exception.date)) \(what)"
  }

  private static func cards(_ alarm: AlarmRow) -> String {
    alarm.cards.isEmpty ? "all" : alarm.cards.map(Terminal.printable).joined(separator: ", ")
  }

  /// Returns one line per step; example: `1m30s  buzzer`.
  static func ladder(_ rungs: [RungView]) -> [String] {
    let times = rungs.map { DurationText.format(.seconds($0.after)) }
    let width = times.map(\.count).max() ?? 0
    return zip(times, rungs).map { time, rung in
      let what = rung.what == "silence" ? "silence: the ring gives up, missed" : Terminal.printable(rung.what)
      return time.padded(to: width) + "  " + what
    }
  }
}
