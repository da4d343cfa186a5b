/// The steps of the first evening, in their order.
enum SetupStep: Int, CaseIterable, Sendable {
  case board = 1
  case devices, camera, card, spare, alarm, bedtime, quiet, room

  var title: String {
    switch self {
    case .board: "the board"
    case .devices: "what is heard, felt and seen"
    case .camera: "the camera"
    case .card: "a card, which alone ends a ring"
    case .spare: "a spare card"
    case .alarm: "the first alarm"
    case .bedtime: "the test before the night"
    case .quiet: "quiet hours"
    case .room: "who sleeps there"
    }
  }

  /// `Step 4 of 9: a card, which alone ends a ring`
  var heading: String { "Step \(rawValue) of \(Self.allCases.count): \(title)" }
}
