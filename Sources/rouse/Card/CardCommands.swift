import AlarmClock
import ArgumentParser
import Control

struct CardCommand: Described {
  static let about = CommandConfiguration(
    "card",
    subcommands: [
      CardNewCommand.self, CardAddCommand.self, CardListCommand.self, CardTestCommand.self, CardRemoveCommand.self,
    ], defaultSubcommand: CardListCommand.self)
}

struct CardListCommand: ListVerb {
  static let about = CommandConfiguration("card list")
  static let rows = (
    noun: "card",
    none: "There are no cards, so no alarm can be enabled. Make one: `rouse card new NAME --output card.png`"
  )
  @OptionGroup var io: IO

  var command: ListCards { ListCards() }
  func table(_ reply: ListCards.Reply) -> Table {
    Table(
      header: ["ID", "KIND", "STATE", "MADE", "NAME"], expendable: ["MADE", "KIND", "STATE"],
      rows: reply.cards.map { card in
        [
          card.id, card.kind.rawValue, card.enrolled ? "enrolled" : "not seen yet", TimePhrase.stamp(card.created),
          card.name,
        ]
      })
  }
}

struct CardAddCommand: Verb {
  static let about = CommandConfiguration("card add")
  @Argument(help: "Its name, such as `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, if the alarm allows that.")
  var kind = Card.Kind.dismiss
  @OptionGroup var source: CardSource
  @Option(name: .customLong("for"), help: ArgumentHelp("How long the camera looks, 1s to 10m.", valueName: "span"))
  var span = "60s"
  @OptionGroup var io: IO

  func run() throws {
    let seen = try CardWatch.follow(source, span, io) { payload, seconds in
      AddCard(cardName: name, kind: kind, payload: payload, seconds: seconds)
    }
    guard let card = seen?.card else { throw CardWatch.nothingSeen(in: span) }
    if !format.json { try Output.line("\(CardText.subject(card)) is enrolled.") }
    if card.kind == .snooze { Output.note(CardText.aboutSnoozing) }
  }
}

struct CardTestCommand: Verb {
  static let about = CommandConfiguration("card test")
  @OptionGroup var source: CardSource
  @Option(name: .customLong("for"), help: ArgumentHelp("How long the camera looks, 1s to 10m.", valueName: "span"))
  var span = "30s"
  @OptionGroup var io: IO

  func run() throws {
    let seen = try CardWatch.follow(source, span, io) { TestCard(payload: $0, seconds: $1) }
    guard let seen else { throw CardWatch.nothingSeen(in: span) }
    guard let card = seen.card, seen.state != .unknownCode else {
      throw ControlError(
        .nothingFound, "the code is not a card of this clock", why: "it cannot end a ring",
        fix: "enroll it: `rouse card add NAME`, or list the cards: `rouse card list`")
    }
    if format.json { return }
    let subject = CardText.subject(card)
    try Output.line(seen.state == .enrolled ? "\(subject) was read and is now enrolled." : "This is \(subject).")
  }
}

struct CardRemoveCommand: Verb {
  static let about = CommandConfiguration("card remove")
  @Argument(help: "A card's id or name.", completion: LiveWords.cards)
  var card: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func run() throws {
    try confirmation.ask("the card was not removed") { () throws(ControlError) in
      Self.lines(try connection.ask(LookAtCardLoss(card: card)))
    }
    let removed = try connection.ask(RemoveCard(card: card))
    try format.print(["card": removed]) { "Card \(Terminal.printable(removed.name)) (\(removed.id)) is removed." }
  }

  static func lines(_ loss: CardLoss) -> [String] {
    let remaining = loss.remaining.map(Terminal.printable)
    let kind = loss.card.kind == .snooze ? "snooze card" : "card"
    let left =
      remaining.isEmpty
      ? "No other \(kind) is enrolled."
      : "\(Table.count(remaining.count, kind)) \(remaining.count == 1 ? "remains" : "remain"): "
        + "\(remaining.joined(separator: ", "))."
    let endless = loss.alarms.map { "No other card could end the alarm \(Terminal.printable($0)), which is disabled." }
    return [
      "\(CardText.subject(loss.card)) will be removed. The clock cannot draw it again; only enrolling its code"
        + " brings it back.", left,
    ] + endless
  }
}

enum CardText {
  /// Examples: `Card bathroom (k3f9xa)`, `Snooze card bedside (m4p2rt)`.
  static func subject(_ card: CardView) -> String {
    (card.kind == .snooze ? "Snooze card" : "Card") + " \(Terminal.printable(card.name)) (\(card.id))"
  }

  /// Instructions printed on the card for anyone who finds it.
  static func purpose(of kind: Card.Kind) -> [String] {
    [
      kind == .snooze ? "Silences the alarm clock for a while: snooze." : "Silences the alarm clock.",
      "Hold it flat before the camera, with light on it.",
    ]
  }

  static let aboutSnoozing = """
    A snooze card does not end a ring; it silences it for `snooze-time`, if the alarm allows that. To allow it for one
    alarm: `rouse alarm edit ALARM --snooze 2`; for all: `rouse settings set snooze 2`.
    """
}

extension Card.Kind: ExpressibleByArgument {}

struct CardSource: ParsableArguments {
  @Option(
    "A picture of the code instead of the camera: PNG, JPEG or PGM.", "file",
    completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var image: String?

  /// Returns the payload in hex from the picture, or `nil` to use the camera.
  func payload() throws -> String? {
    guard let image else { return nil }
    let payloads = try OwnProgram.find(.scan).payloads(inPicture: image)
    guard payloads.count == 1, let payload = payloads.first else {
      throw ControlError(
        payloads.isEmpty ? .nothingFound : .badData,
        "\(Terminal.printable(image)) shows \(payloads.isEmpty ? "no code" : "\(payloads.count) different codes")",
        why: payloads.isEmpty ? "no code could be read" : "it is not clear which one is the card",
        fix: payloads.isEmpty ? "take a sharp photo from nearby, without glare" : "crop the picture to one code")
    }
    return payload
  }
}

enum CardWatch {
  /// Follows the daemon while it looks for a card, and returns the last sighting.
  static func follow<Look: Control.Command>(
    _ source: CardSource, _ span: String, _ io: IO, command: (_ payload: String?, _ seconds: Int) -> Look
  ) throws -> CardProgress? where Look.Reply == CardProgress {
    let seconds = try Span.seconds(span, field: "--for", in: 1...600)
    let payload = try source.payload()
    let isCameraUsed = payload == nil
    var seen: CardProgress?
    var isHinted = false
    try io.connection.open().stream(command(payload, seconds), isFollowed: isCameraUsed) {
      (progress) throws(ControlError) in
      if io.format.json { try Output.line(JSONText.line(progress)) }
      switch progress.state {
      case .looking:
        if isCameraUsed && !isHinted { Output.note("Hold the card in front of the camera… (Ctrl-C stops)") }
        isHinted = true
      case .unknownCode:
        if isCameraUsed { Output.note("That code is not a card of this clock. Still looking…") }
        seen = progress
      case .seen, .enrolled: seen = progress
      }
    }
    return seen
  }

  static func nothingSeen(in span: String) -> ControlError {
    ControlError(
      .nothingFound, "no code was seen in \(span)", why: "the camera saw no readable QR code",
      fix: "hold the card 15 to 40 cm from the camera, flat and well lit; to look longer: `--for 2m`")
  }
}
