import Hardware
import TestDevices
import Testing

@testable import MockHardware

@Suite struct HistoryTests {
  @Test func entriesCarryTheClocksTimeAndCountFromOne() throws {
    let clock = ManualClock(now: 1_000)
    let board = MockBoard(clock: clock.mockClock)
    try board.buzzer.set(on: true)
    clock.advance(milliseconds: 5)
    try board.display.show(DisplayFace(text: "07:30", brightness: 3))
    #expect(
      board.history.entries == [
        .init(sequence: 1, nanoseconds: 1_000, device: .buzzer, action: "on"),
        .init(sequence: 2, nanoseconds: 5_001_000, device: .display, action: "show", detail: "07:30"),
        .init(sequence: 3, nanoseconds: 5_001_000, device: .display, action: "level", detail: "3"),
      ])
  }

  @Test func theOldestEntriesGoAndAreCountedAndABoardKeeps4096() throws {
    let history = MockHistory(capacity: 4, now: { 0 })
    for number in 1...4 { history.record(.lamp, "on", "\(number)") }
    #expect(history.dropped == 0)
    for number in 5...11 { history.record(.lamp, "on", "\(number)") }
    #expect(history.entries.map(\.sequence) == [8, 9, 10, 11])
    #expect(history.entries.map(\.detail) == ["8", "9", "10", "11"])
    #expect(history.dropped == 7)
    let board = MockBoard(clock: ManualClock().mockClock)
    for number in 0..<5000 { try board.lamp.set(on: number.isMultiple(of: 2)) }
    #expect(board.history.entries.count == 4096)
    #expect(board.history.entries.last?.sequence == 5000)
    #expect(board.history.dropped == 904)
  }

  @Test func sayingTheSameAgainWritesNothing() throws {
    let board = MockBoard(clock: ManualClock().mockClock)
    for _ in 1...3 {
      try board.buzzer.set(on: true)
      try board.lamp.set(on: false)
      try board.vibration.set(level: .light)
      try board.display.show(DisplayFace(text: "07:30", brightness: 2))
    }
    for _ in 1...3 { try board.display.show(DisplayFace(text: "07:31", brightness: nil)) }
    #expect(
      board.history.lines == [
        "buzzer on", "vibration light", "display show 07:30", "display level 2", "display show off",
      ])
  }

  /// Fades are recorded, but flashes do not fill the history.
  @Test func theDisplaysBrightnessIsToldWhereItIsAnother() throws {
    let board = MockBoard(clock: ManualClock().mockClock)
    for brightness in [8, 8, 4, 0, nil, nil, 0, nil, 15] as [Int?] {
      try board.display.show(DisplayFace(text: "07:30", brightness: brightness))
    }
    try board.display.show(DisplayFace(text: "07:31", brightness: 3))
    board.display.fail(.error(5))
    board.display.heal()
    try board.display.show(DisplayFace(text: "07:31", brightness: 3))
    #expect(
      board.history.lines.filter { $0.hasPrefix("display") } == [
        "display show 07:30", "display level 8", "display level 4", "display level 0", "display show off",
        "display show 07:30", "display show off", "display show 07:30", "display level 15", "display show 07:31",
        "display level 3", "display fail EIO", "display show off", "display heal EIO", "display show 07:31",
      ])
  }

  @Test func manyThreadsLoseNoEntry() async {
    let history = MockHistory(capacity: 100)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { history.record(.buzzer, "on") } }
      }
    }
    let entries = history.entries
    #expect(entries.map(\.sequence) == Array(3901...4000))
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.nanoseconds <= $1.nanoseconds })
    #expect(history.dropped == 3900)
  }
}
