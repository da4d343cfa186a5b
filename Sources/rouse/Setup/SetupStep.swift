/// The steps of the first evening, in their order.
enum SetupStep: Int, CaseIterable, Sendable {
  case time = 1
  case board, devices, camera, card, spare, alarm, bedtime, quiet, room

  var title: String {
    switch self {
    case .time: "the time"
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

  /// `Step 5 of 10: a card, which alone ends a ring`
  var heading: String { "Step \(rawValue) of \(Self.allCases.count): \(title)" }
}
