import AlarmClock
import Control
import ControlService

struct CardCommands: Sendable {
  let recognizer: CardRecognizer
  let views: AlarmViews

  var all: [CardView] { views.inForce.book.cards.map { CardView($0, in: views.scheduler.zone) } }

  func create(
    in ledger: isolated Ledger, named name: String, kind: Card.Kind = .dismiss, payload: [UInt8], isRinging: Bool
  ) async throws(ControlError) -> CardView {
    try Self.refuse(whileRinging: isRinging, ledger)
    return try Self.keep(
      try await newCard(named: name, kind: kind, payload: payload, isEnrolled: false, ledger), ledger)
  }

  /// Enrolls a code. If it belongs to a card created under this name, that card is enrolled and keeps its kind.
  func enroll(
    in ledger: isolated Ledger, _ payload: [UInt8], as name: String, kind: Card.Kind = .dismiss, isRinging: Bool
  ) async throws(ControlError) -> CardView {
    try Self.refuse(whileRinging: isRinging, ledger)
    if let known = await recognizer.card(for: payload), known.name == name, !known.isEnrolled {
      return try Self.confirm(known, ledger)
    }
    return try Self.keep(
      try await newCard(named: name, kind: kind, payload: payload, isEnrolled: true, ledger), ledger)
  }

  /// Identifies a card, and enrolls it if it was only created. `isSeen`: the camera saw it, which is logged as a test.
  func look(
    in ledger: isolated Ledger, at payload: [UInt8], isSeen: Bool = false, isRinging: Bool
  ) async throws(ControlError) -> CardProgress {
    guard let known = await recognizer.card(for: payload) else { return CardProgress(state: .unknownCode) }
    var progress = CardProgress(state: .seen, card: CardView(known, in: ledger.zone))
    if !known.isEnrolled {
      try Self.refuse(whileRinging: isRinging, ledger)
      progress = CardProgress(state: .enrolled, card: try Self.confirm(known, ledger))
    }
    if isSeen {
      let now = views.time.now
      ledger.events.append(
        .cardTested, detail: known.name,
        happening: Happening(.cardTested, began: now, ended: now, label: known.name))
    }
    return progress
  }

  func remove(from ledger: isolated Ledger, _ name: String, isRinging: Bool) throws(ControlError) -> CardView {
    try Self.refuse(whileRinging: isRinging, ledger)
    let card = try Self.card(named: name, in: ledger.reopenedBook())
    try ledger.change("the removal", asked: "the removal of the card \(card.name)", of: .all) {
      book, moment throws(AlarmBook.Refusal) in try book.removing(card, at: moment)
    }
    ledger.events.append(.cardRemoved, detail: card.name)
    return CardView(card, in: ledger.zone)
  }

  /// Returns what is lost if the card is removed. Throws if the removal would be refused.
  func loss(in ledger: isolated Ledger, of name: String, isRinging: Bool) throws(ControlError) -> CardLoss {
    try Self.refuse(whileRinging: isRinging, ledger)
    let book = ledger.reopenedBook()
    let card = try Self.card(named: name, in: book)
    try ledger.decision("the removal of the card \(card.name)", of: .all) {
      book, moment throws(AlarmBook.Refusal) in try book.removing(card, at: moment)
    }
    return CardLoss(
      card: CardView(card, in: ledger.zone),
      remaining: book.cards.filter { $0.id != card.id && $0.isEnrolled && $0.kind == card.kind }.map(\.name),
      alarms: book.alarmsEnded(onlyBy: card).map(\.name))
  }

  private static func card(named name: String, in book: AlarmBook) throws(ControlError) -> Card {
    try Names.find(name, what: "card", in: book.cards, id: \.id, name: \.name, listCommand: "rouse card list")
  }

  /// Throws before the camera is opened if the card could not be saved anyway.
  func check(in ledger: isolated Ledger, named name: String, isRinging: Bool) throws(ControlError) {
    try Self.refuse(whileRinging: isRinging, ledger)
    _ = try valid(checkedName(name, field: "NAME", mayBeEmpty: false))
  }

  private func newCard(
    named name: String, kind: Card.Kind, payload: [UInt8], isEnrolled: Bool, _ ledger: isolated Ledger
  ) async throws(ControlError) -> Card {
    _ = try valid(checkedName(name, field: "NAME", mayBeEmpty: false))
    guard !payload.isEmpty else {
      throw ControlError(
        .badData, "the code is empty", why: "any empty code would stop the alarm", fix: "choose another QR code")
    }
    let salt = ledger.book.salt
    guard let digest = await recognizer.digest(of: payload) else {
      throw ControlError(
        .internal, "the card's digest could not be computed", why: "there is too little memory (16 MB are needed)",
        fix: "stop other programs and try again")
    }
    // Read after the digest, because another card may have been added meanwhile.
    let book = ledger.book
    guard book.salt == salt else {
      throw ControlError(
        .tryAgain, "the card was not saved", why: "another clock's backup was restored meanwhile", fix: "try again")
    }
    if let known = book.cards.first(where: { $0.digest == digest }) {
      throw ControlError(
        .usage, "this code is the card \(known.name) already",
        why: known.isEnrolled ? "it works as it is" : "it was made here and waits to be seen",
        fix: known.isEnrolled
          ? "use it, or remove it first: `rouse card remove \(known.id)`"
          : "enroll it under that name: `rouse card add \(known.name.shellWord)`")
    }
    if let other = book.cards.first(where: { $0.name == name }) {
      throw ControlError(
        .usage, "there is a card named \(name) already",
        why: other.isEnrolled
          ? "it has another code" : "it waits to be seen for the first time, and this is another code",
        fix: "choose another name, or remove that card: `rouse card remove \(other.id)`")
    }
    return Card(
      id: Names.newID(taken: book.cards.map(\.id)), name: name, kind: kind, digest: digest, isEnrolled: isEnrolled,
      created: views.time.now)
  }

  private static func confirm(_ card: Card, _ ledger: isolated Ledger) throws(ControlError) -> CardView {
    // It was recognized outside the ledger, so it may be gone by now.
    guard var card = ledger.book.cards.first(where: { $0.id == card.id && $0.digest == card.digest }) else {
      throw ControlError(
        .tryAgain, "the card was not enrolled", why: "it was removed meanwhile, or another clock's backup was restored",
        fix: "try again")
    }
    card.isEnrolled = true
    return try keep(card, ledger)
  }

  private static func keep(_ card: Card, _ ledger: isolated Ledger) throws(ControlError) -> CardView {
    try ledger.change("the card", asked: "the enrolment of the card \(card.name)", of: card.isEnrolled ? .all : .none) {
      book, moment throws(AlarmBook.Refusal) in try book.saving(card, at: moment)
    }
    ledger.events.append(card.isEnrolled ? .cardEnrolled : .cardCreated, detail: card.name)
    return CardView(card, in: ledger.zone)
  }

  private static func refuse(whileRinging isRinging: Bool, _ ledger: isolated Ledger) throws(ControlError) {
    guard isRinging else { return }
    ledger.events.append(.changeRefused, detail: "a change of the cards while an alarm rings")
    throw ControlError(
      .tryAgain, "cards cannot be changed while an alarm is ringing",
      why: "a ring ends by the cards it began with", fix: "show the alarm's card first, then try again")
  }
}
