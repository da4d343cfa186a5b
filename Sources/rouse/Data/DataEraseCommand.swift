import ArgumentParser
import Control

struct DataEraseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase what the clock remembers, in two weeks or at once.",
    discussion: """
      `--history` erases how rings went, what went on beside them, the log, and pictures of rings. `--all` erases that, your \
      presets, messages, settings and sounds; alarms and cards only where you name them. Alarms that stay ring as before, so \
      what they take from settings and sounds stays with them. The clock's own copies go as well.

      It is done after 14 days. Until then `rouse status` shows it, and `--cancel` takes it back. If you give the clock away, \
      say `--now`: at a terminal you are asked first, and without one `--yes` is required.

      Nothing is erased while an alarm rings, is due within two minutes or is locked by its `cancel-lock`, nor before a missed \
      one was acknowledged. What was planned waits for that. Flash memory may keep traces that no program can reach, and \
      copies that you have made elsewhere stay. Your answers to `rouse setup` lie in a file of your own: `--all --now` deletes \
      yours, and says where it is; others who have used it delete theirs.

      Examples:
        rouse data erase --history
        rouse data erase --cancel
        rouse data erase --all --alarms --cards --now --yes
      """)

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
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

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
