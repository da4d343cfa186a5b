import Control
import Glibc
import Hardware
import Testing

@testable import Daemon

/// A bus whose chip accepts writes but cannot be read.
private struct WriteOnlyBus: I2CBus {
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {}
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    throw HardwareError(.display, "reading", code: EREMOTEIO)
  }
}

@Suite struct DisplayDiagnosisTests {
  @Test func tellsOfADisplayThatRefusesToBeRead() throws {
    let display = HT16K33(bus: WriteOnlyBus(), shape: .fourDigits)
    var board = try BoardChoice.board("mock", time: ManualTime(morning))
    board.fit(.display, display)
    #expect(board.note(of: .display) == nil)
    for text in ["07:30", "07:31"] { try display.show(DisplayFace(text: text, brightness: 8)) }
    var symptoms = DiagnosisTests.healthy
    symptoms.devices[.display]?.note = board.note(of: .display)
    let found = Diagnosis.findings(symptoms).first { $0.check == "display" }
    #expect(found?.level == .ok && found?.what.contains("cannot be read back") == true, "\(String(describing: found))")
  }
}
