import ArgumentParser
import Control

struct ShowCommand: TextVerb {
  static let about = CommandConfiguration(
    "show", subcommands: [ShowTextCommand.self, ShowListCommand.self, ShowClearCommand.self],
    defaultSubcommand: ShowTextCommand.self)
}

struct ShowTextCommand: AskingVerb {
  static let about = CommandConfiguration("show text")
  @Argument(help: ArgumentHelp("The message.", valueName: "text"))
  var words: [String]
  @Option("How long, 10s to 24h; default: 10m.", "span", name: .customLong("for"), parsing: .unconditional)
  var span: String?
  @Option("Until this time of day, such as 08:00 or 8am.", "time", parsing: .unconditional)
  var until: String?
  @Flag(help: "Beep softly once; not in quiet hours or while anything else plays.") var beep = false
  @OptionGroup var io: IO

  func validate() throws {
    if span != nil, until != nil { throw ValidationError("Give --for or --until, not both.") }
  }

  var command: ShowMessage {
    ShowMessage(text: words.joined(separator: " "), span: span, until: until, beeps: beep)
  }
  func text(_ reply: ShowMessage.Reply) -> String { MessageText.sentence(reply.message) }
  func notes(_ reply: ShowMessage.Reply) -> [String] { reply.notes }
}

struct ShowListCommand: ListVerb {
  static let about = CommandConfiguration("show list")
  static let rows = (noun: "message", none: "There are no messages. Show one: `rouse show \"bin day\" --for 10m`")
  @OptionGroup var io: IO

  var command: ListMessages { ListMessages() }
  func table(_ reply: ListMessages.Reply) -> Table { MessageText.table(reply.messages) }
}

struct ShowClearCommand: AskingVerb {
  static let about = CommandConfiguration("show clear")
  @Argument("An id, four letters or more of one, a text, or `all`.", "id", completion: LiveWords.messages)
  var id: String?
  @OptionGroup var io: IO

  var command: ClearMessages {
    get throws {
      if id == nil {
        let messages = try connection.ask(ListMessages()).messages
        guard messages.count <= 1 else { throw Self.unclear(messages) }
      }
      return ClearMessages(message: id == "all" ? nil : id)
    }
  }
  func text(_ reply: ClearMessages.Reply) -> String {
    reply.messages.map { "\(MessageText.subject($0)) is removed." }.joined(separator: "\n")
  }
  func remarks(_ reply: ClearMessages.Reply) -> [String] { reply.messages.isEmpty ? ["There was no message."] : [] }
  func notes(_ reply: ClearMessages.Reply) -> [String] { reply.notes }

  static func unclear(_ messages: [MessageView]) -> ControlError {
    let names = messages.map { "\($0.id) (\(Terminal.printable(MessageText.short($0.text))))" }
    return ControlError(
      .usage, "there are \(messages.count) messages", why: "it is not clear which is meant; nothing was changed",
      fix: "name one, or clear all: `rouse show clear all`. There are \(names.joined(separator: ", "))")
  }
}

enum MessageText {
  /// Example: `bin day (k3f9xa)`.
  static func subject(_ message: MessageView) -> String {
    "\(Terminal.printable(short(message.text))) (\(message.id))"
  }

  /// Examples: `21:40`, `tomorrow 08:00`, `Tue 08:00`.
  static func end(_ message: MessageView) -> String {
    let clock = TimePhrase.clock(message.until, .wholeMinutes)
    switch message.inDays {
    case ...0: return clock
    case 1: return "tomorrow \(clock)"
    default: return "\(TimePhrase.stamp(message.until).prefix { $0 != " " }) \(clock)"
    }
  }

  /// Example: `bin day (k3f9xa) is shown until 21:40 (10 min), alternating with the time.`
  static func sentence(_ message: MessageView) -> String {
    "\(subject(message)) is shown until \(end(message)) (\(TimePhrase.span(message.left))), alternating with the time."
  }

  static func table(_ messages: [MessageView]) -> Table {
    Table(
      header: ["LEFT", "UNTIL", "ID", "TEXT"], expendable: ["UNTIL", "LEFT"],
      rows: messages.map { [TimePhrase.span($0.left), end($0), $0.id, $0.text] })
  }

  static func short(_ text: String) -> String { text.count <= 40 ? text : text.prefix(39) + "…" }
}
