import ArgumentParser
import Control

/// `--json` and `--socket`.
struct IO: ParsableArguments {
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection
}

/// A verb that asks the daemon, and prints the answer.
protocol Verb: ParsableCommand {
  var io: IO { get }
}

extension Verb {
  var format: Format { io.format }
  var connection: Connection { io.connection }
}

/// A verb that sends one command, and prints its reply.
protocol AskingVerb: Verb {
  associatedtype Request: Control.Command
  var command: Request { get throws }
  func text(_ reply: Request.Reply) throws(ControlError) -> String
  /// Lines for people below the text.
  func remarks(_ reply: Request.Reply) -> [String]
  /// For scripts too.
  func notes(_ reply: Request.Reply) -> [String]
}

extension AskingVerb {
  func run() throws {
    let reply = try connection.ask(try command)
    try format.print(reply) { () throws(ControlError) in try text(reply) }
    if !format.json { for remark in remarks(reply) { Output.note(remark) } }
    Output.notes(notes(reply))
  }

  func remarks(_ reply: Request.Reply) -> [String] { [] }
  func notes(_ reply: Request.Reply) -> [String] { [] }
}

extension AskingVerb where Request.Reply: Noted {
  func notes(_ reply: Request.Reply) -> [String] { reply.notes }
}

/// A verb that prints a table, or says that it would be empty.
protocol ListVerb: Verb {
  associatedtype Request: Control.Command
  var command: Request { get throws }
  func table(_ reply: Request.Reply) throws(ControlError) -> Table
  /// What a row is, and the note in place of none.
  static var rows: (noun: String, none: String) { get }
}

extension ListVerb {
  func run() throws {
    let reply = try connection.ask(try command)
    var isEmpty = false
    try format.print(reply) { () throws(ControlError) in
      let table = try table(reply)
      isEmpty = table.rows.isEmpty
      return isEmpty ? "" : table.rendered(counting: Self.rows.noun)
    }
    if isEmpty { Output.note(Self.rows.none) }
  }
}

/// A reply with what people should know beside it.
protocol Noted {
  var notes: [String] { get }
}

extension AlarmSaved: Noted {}
extension ChangeSetting.Reply: Noted {}
extension ClearMessages.Reply: Noted {}
extension DaysOffSaved: Noted {}
extension PlayNoise.Reply: Noted {}
extension PresetSaved: Noted {}
extension RemoveSound.Reply: Noted {}
extension ShowMessage.Reply: Noted {}
extension ShowReminder.Reply: Noted {}
extension TimerSaved: Noted {}
