import AlarmClock
import Hardware
import ScanLine

extension CardFinder {
  /// The cards that a sight shows, each once; nil: a code that is no card of this clock.
  func cards(in sight: Sight) async -> [(card: Card?, code: CodeReport)] {
    var cards: [(card: Card?, code: CodeReport)] = []
    for code in sight.codes { cards.append((await card(for: code.payload), code)) }
    return cards
  }
}

extension CardPresence.Look {
  /// - Parameters:
  ///   - cards: what the codes of the sight are.
  ///   - isLightSettled: our own light was not switched lately: until the camera has found its exposure for it, what lies
  ///     there may be unseen, dazzled or dark.
  ///   - provesAbsence: whether a card that was not read was taken away.
  init(
    _ sight: Sight, cards: [(card: Card?, code: CodeReport)], isLightSettled: Bool, provesAbsence: Bool = true
  ) {
    var sightings: [String: CardPresence.Sighting] = [:]
    for (card, code) in cards {
      guard let card else { continue }
      sightings[card.id] = CardPresence.Sighting(outline: code.outline.places, glows: code.glows)
    }
    self.init(
      number: sight.number, view: sight.view(isLightSettled: isLightSettled), cards: sightings,
      provesAbsence: provesAbsence, backdrop: Backdrop(sight.backdrop))
  }
}

extension Sight {
  /// The mean grey below which a code on paper may not be read; as dark, the reader calls a frame too dark.
  private static let leastBrightness = 30

  /// A camera that was just opened finds its exposure by these.
  private static let settlingPictures = 5

  fileprivate func view(isLightSettled: Bool) -> CardPresence.View {
    if isUnreadCodeInView || !isLightSettled || number <= Self.settlingPictures { return .blocked }
    if obstacle == .tooDark || brightness < Self.leastBrightness { return .dark }
    return obstacle == nil ? .clear : .blocked
  }
}

extension Outline {
  fileprivate var places: CardPresence.Outline {
    CardPresence.Outline(corners.map { CardPresence.Place(x: $0.x, y: $0.y) })
  }
}
