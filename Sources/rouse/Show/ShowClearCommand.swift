import ArgumentParser
import Control

struct ShowClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Take a message away before its end; or all of them.",
    discussion: """
      Where there is one message, its name can be left out. A reminder that you name is answered; one that you do not \
      name comes again the next evening.

      Examples:
        rouse show clear
        rouse show clear k3f9xa
        rouse show clear all
      """)

  private static let all = "all"

  @Argument(
    help: ArgumentHelp("An id, four letters or more of one, a text, or `all`.", valueName: "id"),
    completion: LiveWords.messages)
  var id: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let client = try connection.open()
    if id == nil {
      let messages = try client.send(ListMessages()).messages
      guard messages.count <= 1 else { throw Self.unclear(messages) }
    }
    let reply = try client.send(ClearMessages(message: id == Self.all ? nil : id))
    try format.print(reply) {
      reply.messages.map { "\(MessageText.subject($0)) is gone." }.joined(separator: "\n")
    }
    if reply.messages.isEmpty && !format.json { Output.note("There was no message.") }
    Output.notes(reply.notes)
  }

  static func unclear(_ messages: [MessageView]) -> ControlError {
    let names = messages.map { "\($0.id) (\(Terminal.printable(MessageText.short($0.text))))" }
    return ControlError(
      .usage, "there are \(messages.count) messages", why: "nothing was changed, as it is not clear which is meant",
      fix: "name one, or say all: `rouse show clear all`. There are \(names.joined(separator: ", "))")
  }
}
