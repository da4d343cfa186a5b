import ArgumentParser
import Control

struct AcknowledgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acknowledge",
    abstract: "Say that you know of the missed alarms, so that `status` and the display no longer show them.",
    discussion: """
      The log keeps them: `rouse log`.

      Examples:
        rouse status
        rouse acknowledge
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(AcknowledgeMisses())
    try format.print(reply) { Self.sentence(reply.misses) }
  }

  static func sentence(_ count: Int) -> String {
    switch count {
    case 0: "Nothing was missed."
    case 1: "1 miss is acknowledged."
    default: "\(count) misses are acknowledged."
    }
  }
}
