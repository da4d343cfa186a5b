import ArgumentParser
import Control

struct DataEraseCommand: Verb {
  static let configuration = CommandConfiguration(
    "data erase", "Erase what the clock remembers, in two weeks or at once.")

  @Flag(help: "What is remembered of rings, the log, and pictures of rings.")
  var history = false
  @Flag(help: "All, but for alarms and cards.")
  var all = false
  @Flag(help: "With --all: alarms too.")
  var alarms = false
  @Flag(help: "With --all: cards too.")
  var cards = false
  @Flag(help: "At once. It cannot be taken back.")
  var now = false
  @Flag(help: "Take back what is planned.")
  var cancel = false
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func validate() throws {
    guard [history, all, cancel].filter({ $0 }).count == 1 else {
      throw ValidationError("Say what: --history or --all; or --cancel.")
    }
    if !all, alarms || cards { throw ValidationError("Alarms and cards are erased with --all alone.") }
    if cancel, now { throw ValidationError("What is planned is taken back at once.") }
  }

  func run() throws {
    if cancel {
      let reply = try connection.ask(CancelErasure())
      return try format.print(reply) { "Cancelled. \(ErasureText.what(reply.erasure)) stays." }
    }
    if now {
      try confirmation.ask("nothing was erased") { () throws(ControlError) in
        ["\(ErasureText.what(all, alarms, cards)) will be gone at once, and no copy here brings it back."]
      }
    }
    let reply = try connection.ask(EraseData(all: all, alarms: alarms, cards: cards, now: now))
    let setupNote = all ? SetupRecord.erase(isDue: now) : nil
    try format.print(reply) {
      reply.erasure.map(ErasureText.sentence)
        ?? "\(ErasureText.what(all, alarms, cards)) is erased."
    }
    guard !format.json else { return }
    for note in reply.notes + [setupNote].compactMap(\.self) { Output.note(note) }
  }
}
