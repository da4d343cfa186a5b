import AlarmClock
import Control
import ControlService
import ScanLine

extension RouseDaemon {
  func addCards(to router: inout Router) {
    let cards = commands.cards
    router.on(CreateCard.self) { [self] command in
      let payload = try Self.payload(command.payload)
      return try await cardGate.run {
        try await cards.create(
          in: ledger, named: command.cardName, kind: command.kind, payload: payload, isRinging: ringer.isRinging)
      }
    }
    router.on(ListCards.self) { [self] _ in ListCards.Reply(cards: await ledger.show { cards.all }) }
    router.on(LookAtCardLoss.self) { [self] in
      try await cards.loss(in: ledger, of: $0.card, isRinging: ringer.isRinging)
    }
    router.on(RemoveCard.self) { [self] in
      try await cards.remove(from: ledger, $0.card, isRinging: ringer.isRinging)
    }
    router.onStream(AddCard.self) { [self] command, yield in
      try await cards.check(in: ledger, named: command.cardName, isRinging: ringer.isRinging)
      try await look(command.payload, for: .cardAdd, seconds: command.seconds, yield) { [self] payload in
        let card = try await cards.enroll(
          in: ledger, payload, as: command.cardName, kind: command.kind, isRinging: ringer.isRinging)
        return CardProgress(state: .enrolled, card: card)
      }
    }
    router.onStream(TestCard.self) { [self] command, yield in
      try await look(command.payload, for: .cardTest, seconds: command.seconds, yield) { [self] payload in
        try await cards.look(
          in: ledger, at: payload, isSeen: command.payload == nil, isRinging: ringer.isRinging)
      }
    }
  }

  /// Passes `hex`, or the payloads that the camera sees, to `judge` until one belongs to a card.
  private func look(
    _ hex: String?, for purpose: CameraPurpose, seconds: Int,
    _ yield: @escaping @Sendable (CardProgress) async throws -> Void,
    judge: @escaping @Sendable ([UInt8]) async throws -> CardProgress
  ) async throws {
    if let hex {
      let payload = try Self.payload(hex)
      return try await yield(try await cardGate.run { try await judge(payload) })
    }
    try checkSpan(seconds, isIn: 1...600)
    try checkCamera(withoutOne: "give a picture with `--image FILE`")
    try await yield(CardProgress(state: .looking))
    let found = try await time.withDeadline(.seconds(seconds)) { [self] in
      var toldUnknown: Set<[UInt8]> = []
      for await sight in desk.sights(for: purpose) {
        for payload in sight.payloads {
          let progress = try await judge(payload)
          if progress.state == .unknownCode, !toldUnknown.insert(payload).inserted { continue }
          try await yield(progress)
          if progress.state != .unknownCode { return true }
        }
      }
      return false
    }
    switch found {
    case true?: return
    case false? where ringer.isRinging: throw ControlError.takenByRing
    default:
      throw ControlError(
        .nothingFound, "no card was seen within \(DurationText.format(.seconds(seconds)))",
        why: "the camera saw no code that answers",
        fix:
          "hold the card flat, a hand's width to an arm's length away, with light on it; `rouse status` tells how the camera is"
      )
    }
  }

  /// The maximum payload of a QR code in bytes: 7,089 digits (ISO/IEC 18004, version 40-L).
  private static let longestPayload = 7089

  static func payload(_ hex: String) throws(ControlError) -> [UInt8] {
    guard hex.utf8.count <= 2 * longestPayload else {
      throw ControlError(
        .usage, "the payload is too long", why: "a QR code holds at most \(longestPayload) bytes",
        fix: "enroll a QR code: `rouse card add NAME --image FILE`")
    }
    guard let bytes = Hexadecimal.bytes(hex) else {
      throw ControlError(
        .usage, "the payload is not hexadecimal", why: "it could not be read", fix: "use the `rouse` command")
    }
    return bytes
  }
}
