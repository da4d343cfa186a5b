import AlarmClock
import ArgumentParser
import Control

struct CardAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Enroll a QR code that the camera sees, or one in a picture.",
    discussion: """
      Without --image the clock's camera looks for a code; Ctrl-C ends that. It is refused while an alarm rings.

      Examples:
        rouse card add cereal-box
        rouse card add bathroom --image bathroom.png
        rouse card add bedside --kind snooze
      """)

  @Argument(help: "What to call it, as in `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, where the alarm allows that.")
  var kind = Card.Kind.dismiss
  @OptionGroup var source: CardSource
  @Option(name: .customLong("for"), help: ArgumentHelp("How long the camera looks, 1s to 10m.", valueName: "span"))
  var span = "60s"
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...600)
    let payload = try source.payload()
    let seen = try CardWatch(format: format, isCameraUsed: payload == nil).follow(
      AddCard(cardName: name, kind: kind, payload: payload, seconds: seconds), on: connection.open())
    guard let card = seen?.card else { throw CardWatch.nothingSeen(in: span) }
    if !format.json { try Output.line("\(CardText.subject(card)) is enrolled.") }
    if card.kind == .snooze { Output.note(CardText.aboutSnoozing) }
  }
}
