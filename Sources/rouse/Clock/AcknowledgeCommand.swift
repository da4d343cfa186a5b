import ArgumentParser
import Control

struct AcknowledgeCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "acknowledge", "Say that you know of the missed alarms, so that `status` and the display no longer show them.")

  @OptionGroup var io: IO

  var command: AcknowledgeMisses { AcknowledgeMisses() }
  func text(_ reply: AcknowledgeMisses.Reply) -> String { Self.sentence(reply.misses) }

  static func sentence(_ count: Int) -> String {
    switch count {
    case 0: "Nothing was missed."
    case 1: "1 miss is acknowledged."
    default: "\(count) misses are acknowledged."
    }
  }
}
