import Hardware
import Synchronization
import TestDevices
import TestSupport
import Testing

@testable import LinuxHardware

/// The cost of waiting until the lines of a TM1637 have settled.
@Suite struct LineSettlingTests {
  /// A TM1637 whose lines take exactly as long as real ones.
  private final class SettledLines: TwoLines {
    struct Count: Sendable {
      var rises = 0
      var falls = 0
    }

    private let chip = MockTM1637()
    /// The last levels of clock and data.
    private let levels = Mutex<[Bool?]>([nil, nil])
    private let waits: Bool
    let count = Mutex(Count())

    init(waits: Bool) { self.waits = waits }

    func setClock(isHigh: Bool) throws(HardwareError) {
      try chip.setClock(isHigh: isHigh)
      settle(0, isHigh)
    }

    func setData(isHigh: Bool) throws(HardwareError) {
      try chip.setData(isHigh: isHigh)
      settle(1, isHigh)
    }

    func isDataHigh() throws(HardwareError) -> Bool { try chip.isDataHigh() }

    private func settle(_ line: Int, _ isHigh: Bool) {
      let isEdge = levels.withLock { levels in
        defer { levels[line] = isHigh }
        return levels[line] != isHigh
      }
      guard isEdge else { return }
      count.withLock { if isHigh { $0.rises += 1 } else { $0.falls += 1 } }
      if waits { LineSettling.wait(isHigh: isHigh) }
    }
  }

  private static func display(_ lines: SettledLines) throws -> TM1637 {
    TM1637(lines: lines, shape: try #require(TM1637.usualShape(digits: 4)))
  }

  private static func face(_ text: String) -> DisplayFace { DisplayFace(text: text, brightness: 8) }

  @Test func aFaceIsOneWakeupAtMost() throws {
    let display = try Self.display(SettledLines(waits: true))
    let faces = 20
    /// This thread's voluntary waits (proc(5)).
    func waits() throws -> Int { try Files.number("voluntary_ctxt_switches:", in: "/proc/thread-self/status") }
    let before = try waits()
    for number in 1...faces { try display.show(Self.face(number.isMultiple(of: 2) ? "12:34" : "1234")) }
    #expect(try waits() - before <= faces)
  }

  /// Two alternating texts, and their changes per second.
  static let courses: [(name: String, texts: [String], rate: Double)] = [
    ("a face a minute", ["07:29", "07:30"], 1.0 / 60), ("a reassurance", ["07:30"], 0.1),
    ("a blinking colon", ["07:30", "0730"], 2), ("flashes of a ring", ["07:30", ""], 2),
    ("a light for the card", ["07:30", "8:88:8"], 2), ("a scrolled text", ["HELP", "ELPb", "LPb ", "Pb d"], 2.5),
  ]

  @Test(arguments: courses)
  func theLinesTakeLessThanOnePercentOfACore(name: String, texts: [String], rate: Double) throws {
    let lines = SettledLines(waits: false)
    let display = try Self.display(lines)
    for text in texts { try display.show(Self.face(text)) }
    lines.count.withLock { $0 = SettledLines.Count() }
    let faces = 12
    for number in 0..<faces { try display.show(Self.face(texts[number % texts.count])) }
    let (rises, falls) = lines.count.withLock { ($0.rises, $0.falls) }
    let each = (LineSettling.rise * rises + LineSettling.fall * falls) / faces
    let share = each / .seconds(1) * rate
    print("\(name): \((rises + falls) / faces) edges, \(each / .microseconds(1)) µs, \(share * 100) % of a core")
    #expect(share <= 0.0066)
  }
}
