import AlarmClock

/// What keeps a card from being read, as it is said.
enum SpokenHint {
  /// - Parameter cards: the names of those that end what rings.
  static func words(for hint: ReadingHint, cards: [String]) -> String {
    switch hint {
    case .tooDark: "Too dark. Turn a light on."
    case .glare: "Glare. Tilt the card."
    case .tooFar: "Nearer."
    case .tooNear: "Farther away."
    case .holdStill: "Hold it still."
    case .wrongCode: "Wrong card." + take(cards)
    case .takeAway:
      "The card was already there. Take it away, then hold it elsewhere, or closer. "
        + "In the dark, turn on the light first, then show the card."
    }
  }

  /// More are too many to listen to.
  private static let mostNamed = 3

  private static func take(_ cards: [String]) -> String {
    guard !cards.isEmpty, cards.count <= mostNamed else { return "" }
    return " Take \(cards.joined(separator: " or "))."
  }
}
