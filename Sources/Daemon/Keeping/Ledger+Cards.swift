import AlarmClock
import Control
import ControlService
import Storage

/// What people do with cards.
extension Ledger {
  /// Notes a freshly made card, which is enrolled once it was seen.
  func createCard(
    named name: String, kind: Card.Kind = .dismiss, payload: [UInt8], isRinging: Bool
  ) async throws(ControlError) -> CardView {
    try refuse(whileRinging: isRinging)
    let card = try await newCard(named: name, kind: kind, payload: payload, isEnrolled: false)
    try await keep(card, event: .cardCreated)
    return view(of: card)
  }

  /// Enrols the code, which may be the one of a card made under this name: then it is of the kind that it was made as.
  func enroll(
    _ payload: [UInt8], as name: String, kind: Card.Kind = .dismiss, isRinging: Bool
  ) async throws(ControlError) -> CardView {
    try refuse(whileRinging: isRinging)
    if let known = await recognizer.card(for: payload), known.name == name, !known.isEnrolled {
      return try await confirm(known)
    }
    let card = try await newCard(named: name, kind: kind, payload: payload, isEnrolled: true)
    try await keep(card, event: .cardEnrolled)
    return view(of: card)
  }

  /// Says which card the payload is, and enrols one that waited to be seen.
  func look(at payload: [UInt8], isRinging: Bool) async throws(ControlError) -> CardProgress {
    guard let known = await recognizer.card(for: payload) else { return CardProgress(state: .unknownCode) }
    guard !known.isEnrolled else { return CardProgress(state: .seen, card: view(of: known)) }
    try refuse(whileRinging: isRinging)
    return CardProgress(state: .enrolled, card: try await confirm(known))
  }

  func removeCard(_ name: String, isRinging: Bool) async throws(ControlError) -> CardView {
    try refuse(whileRinging: isRinging)
    let index = try cardIndex(of: name)
    let card = cards[index]
    let others = cards.filter { $0.id != card.id }
    if let alarm = alarms.first(where: { alarm in
      alarm.isEnabled && alarm.isAnswered(by: card) && !others.contains(where: alarm.isAnswered)
    }) {
      let label = alarm.label.isEmpty ? "" : " (\(alarm.label))"
      throw ControlError(
        .notPermitted, "the card \(card.name) is the last one that answers the alarm \(alarm.id)\(label)",
        why: "without it nothing could stop that alarm; nothing was changed",
        fix: "enroll a spare first (`rouse card add NAME`), or disable the alarm: `rouse alarm disable \(alarm.id)`")
    }
    try refuseIfLocked(card, "the removal of the card \(card.name)")
    try commit("the removal") { store throws(StorageError) in try store.removeCard(card.id) }
    cards.remove(at: index)
    await recognizer.use(cards)
    events.append(.cardRemoved, detail: card.name)
    return view(of: card)
  }

  /// Refuses early what could not be kept anyway, before the camera is opened.
  func checkCardChange(named name: String, isRinging: Bool) throws(ControlError) {
    try refuse(whileRinging: isRinging)
    do { _ = try checkedName(name, field: "NAME", mayBeEmpty: false) } catch { throw ControlError(error) }
  }

  var cardViews: [CardView] { cards.map(view) }

  private func cardIndex(of name: String) throws(ControlError) -> Int {
    try Names.find(
      name, what: "card", ids: cards.map(\.id), names: cards.map(\.name), listCommand: "rouse card list")
  }

  func view(of card: Card) -> CardView { CardView(card, in: zone) }

  private func newCard(
    named name: String, kind: Card.Kind, payload: [UInt8], isEnrolled: Bool
  ) async throws(ControlError) -> Card {
    do { _ = try checkedName(name, field: "NAME", mayBeEmpty: false) } catch { throw ControlError(error) }
    guard !payload.isEmpty else {
      throw ControlError(
        .badData, "the code is empty", why: "any empty code would stop the alarm", fix: "choose another QR code")
    }
    let saltBefore = salt
    guard let digest = await recognizer.digest(of: payload) else {
      throw ControlError(
        .internal, "the card's digest could not be computed", why: "there is too little memory (16 MB are needed)",
        fix: "stop other programs and try again")
    }
    guard salt == saltBefore else {
      throw ControlError(
        .tryAgain, "the card was not saved", why: "another clock's backup was restored meanwhile", fix: "try again")
    }
    // Asked after the digest: another card may have come in between.
    if let known = cards.card(withDigest: digest) {
      throw ControlError(
        .usage, "this code is the card \(known.name) already",
        why: known.isEnrolled ? "it works as it is" : "it was made here and waits to be seen",
        fix: known.isEnrolled
          ? "use it, or remove it first: `rouse card remove \(known.id)`"
          : "enroll it under that name: `rouse card add \(known.name)`")
    }
    if let other = cards.first(where: { $0.name == name }) {
      throw ControlError(
        .usage, "there is a card named \(name) already",
        why: other.isEnrolled
          ? "it has another code" : "it waits to be seen for the first time, and this is another code",
        fix: "choose another name, or remove that card: `rouse card remove \(other.id)`")
    }
    return Card(
      id: Names.newID(taken: cards.map(\.id)), name: name, kind: kind, digest: digest, isEnrolled: isEnrolled,
      created: time.now)
  }

  private func confirm(_ card: Card) async throws(ControlError) -> CardView {
    var card = card
    card.isEnrolled = true
    try await keep(card, event: .cardEnrolled)
    return view(of: card)
  }

  private func keep(_ card: Card, event: Event.Kind) async throws(ControlError) {
    if card.isEnrolled { try refuseIfLocked(card, "the enrolment of the card \(card.name)") }
    try commit("the card") { store throws(StorageError) in try store.save(card) }
    if let index = cards.firstIndex(where: { $0.id == card.id }) { cards[index] = card } else { cards.append(card) }
    await recognizer.use(cards)
    events.append(event, detail: card.name)
  }

  private func refuse(whileRinging isRinging: Bool) throws(ControlError) {
    guard isRinging else { return }
    events.append(.changeRefused, detail: "a change of the cards while an alarm rings")
    throw ControlError(
      .tryAgain, "cards cannot be changed while an alarm is ringing",
      why: "a ring ends by the cards it began with", fix: "show the alarm's card first, then try again")
  }
}
