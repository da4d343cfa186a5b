import AlarmClock

/// Registers the code of a newly made card. It is enrolled once the camera has seen it.
public struct CreateCard: ChangingCommand {
  public static let name = "card.create"
  public typealias Reply = CardView
  public var cardName: String
  public var kind: Card.Kind
  /// The payload's bytes in hex; not stored.
  public var payload: String
  public init(cardName: String, kind: Card.Kind = .dismiss, payload: String) {
    (self.cardName, self.kind, self.payload) = (cardName, kind, payload)
  }
}

/// Enrolls the code that the camera sees, or one read from a picture. A stream: `looking`, then the card.
public struct AddCard: ChangingCommand {
  public static let name = "card.add"
  public typealias Reply = CardProgress
  public var cardName: String
  public var kind: Card.Kind
  /// Hex, or `nil` to use the camera.
  public var payload: String?
  public var seconds: Int
  public init(cardName: String, kind: Card.Kind = .dismiss, payload: String?, seconds: Int) {
    (self.cardName, self.kind, self.payload, self.seconds) = (cardName, kind, payload, seconds)
  }
}

/// Tells which card the camera sees, and enrolls it if it is new. A stream: `looking`, then the result.
public struct TestCard: ChangingCommand {
  public static let name = "card.test"
  public typealias Reply = CardProgress
  public var payload: String?
  public var seconds: Int
  public init(payload: String?, seconds: Int) { (self.payload, self.seconds) = (payload, seconds) }
}

public typealias ListCards = PlainCommand<CardList>

public struct CardList: PlainReply {
  public static let command = "card.list"
  public var cards: [CardView]
  public init(cards: [CardView]) { self.cards = cards }
}

public struct RemoveCard: ChangingCommand {
  public static let name = "card.remove"
  public typealias Reply = CardView
  public var card: String
  public init(card: String) { self.card = card }
}

/// Returns the effects of removing a card. Refused for the same reasons as removing it.
public struct LookAtCardLoss: Command {
  public static let name = "card.loss"
  public typealias Reply = CardLoss
  public var card: String
  public init(card: String) { self.card = card }
}

public struct CardLoss: Codable, Sendable {
  public var card: CardView
  /// The names of the other enrolled cards of the same kind.
  public var remaining: [String]
  /// The alarms, all disabled, that only this card could end, in words.
  public var alarms: [String]
  public init(card: CardView, remaining: [String], alarms: [String]) {
    (self.card, self.remaining, self.alarms) = (card, remaining, alarms)
  }
}

public struct CardView: Codable, Sendable, Hashable {
  public var id: String
  public var name: String
  public var kind: Card.Kind
  /// `false` until the card has been read once.
  public var enrolled: Bool
  public var created: String
}

extension CardView {
  package init(_ card: Card, in zone: ZoneRules) {
    self.init(
      id: card.id, name: card.name, kind: card.kind, enrolled: card.isEnrolled,
      created: RFC3339.format(card.created, in: zone))
  }
}

public struct CardProgress: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    case looking
    /// The code does not belong to a card.
    case unknownCode
    case seen
    /// The card was seen for the first time and is now enrolled.
    case enrolled
  }
  public var state: State
  @OrNull public var card: CardView?
  public init(state: State, card: CardView? = nil) { (self.state, self.card) = (state, card) }
}
