import Testing

@testable import Daemon
@testable import Machine

@Suite struct LogWriterTests {
  @Test(arguments: [
    ("card_enrolled: right", "card_enrolled: right"), ("x \"\u{1B}[2J\u{9B}m\u{202E}\"", "x \"?[2J?m?\""),
    ("it failed.\n  why: a file\n\nfired forged\r", "it failed.;   why: a file; fired forged?"),
  ])
  func aMessageIsOneLineWithoutControlCharacters(message: String, line: String) {
    #expect(LogWriter.line(message) == line)
  }
}
