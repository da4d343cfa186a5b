import ArgumentParser
import Control

struct CardTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Say which card the camera sees, or which one is in a picture.",
    discussion: """
      This is how to see that a card reads where it hangs. The first time enrolls a card made with `rouse card new`.

      Examples:
        rouse card test
        rouse card test --image bathroom.png
      """)

  @OptionGroup var source: CardSource
  @Option(name: .customLong("for"), help: ArgumentHelp("How long the camera looks, 1s to 10m.", valueName: "span"))
  var span = "30s"
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...600)
    let payload = try source.payload()
    let seen = try CardWatch(format: format, isCameraUsed: payload == nil).follow(
      TestCard(payload: payload, seconds: seconds), on: connection.open())
    guard let seen else { throw CardWatch.nothingSeen(in: span) }
    guard let card = seen.card, seen.state != .unknownCode else {
      throw ControlError(
        .nothingFound, "a code was seen, but no card has it", why: "it silences nothing",
        fix: "enroll it: `rouse card add NAME`, or see which cards there are: `rouse card list`")
    }
    if format.json { return }
    let subject = CardText.subject(card)
    try Output.line(seen.state == .enrolled ? "\(subject) reads well: it is enrolled now." : "This is \(subject).")
  }
}
