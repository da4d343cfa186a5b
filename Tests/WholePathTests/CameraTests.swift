import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport
import Testing

struct CameraTests {
  private struct Document: Decodable {
    var file: String?
    var brightness: Int?
    var light: String?
    var sharpness: Int?
    var codes: [SightView.Code]
    var failure: String?
    var schema: Int
  }

  private static func documents(_ lines: String) throws -> [Document] {
    // The last line may be incomplete.
    try lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      try JSONDecoder().decode(Document.self, from: Data(line.utf8))
    }
  }

  @Test func aSnapshotIsTheFrameThatTheReaderSeesAndReplacesNothingUnasked() async throws {
    try await Clock.run { clock in
      let path = clock.folder + "/view.png"
      try Files.write("mine", to: path)
      try await clock.expect(["camera", "snapshot", path], code: ExitCode.cannotCreate.rawValue, says: "--force")
      #expect(Files.text(path) == "mine")
      #expect(try await clock.events("camera_opened").isEmpty)
      let output = try await clock.succeed("camera", "snapshot", path, "--force")
      #expect(output.contains("too dark") && output.contains("no code"))
      #expect(try PictureFile.read(path).meanBrightness == 0)
      #expect(Files.names(clock.folder).filter { $0.contains("view") } == ["view.png"])

      try await clock.show("right")
      let result = try await clock.rouse("camera", "snapshot", path, "--force", "--json")
      #expect(result.code == 0)
      #expect(result.errors.contains("shows a card"))
      let frame = try PictureFile.read(path)
      #expect(frame == (try PictureFile.read(clock.card("right"))).fitted())
      #expect((frame.width, frame.height) == (640, 480))
      let document = try #require(try Self.documents(result.output).first)
      #expect(document.schema == 1)
      #expect(document.file == path)
      #expect(document.brightness == frame.meanBrightness)
      #expect(document.sharpness == frame.sharpness)
      #expect(document.light == "fine")
      #expect(document.codes.map(\.card?.name) == ["right"])
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      try await clock.eventually("the camera is let go") { try await !clock.mock.camera.open }
    }
  }

  @Test func aimingPrintsALineASecondAndNeverWhatACodeSays() async throws {
    try await Clock.run { clock in
      let start = ContinuousClock.now
      let aim = try clock.begin(["camera", "aim", "--json"])
      try await clock.eventually("it is dark") { try Self.documents(aim.output).contains { $0.light == "dark" } }
      try await clock.show("stranger")
      try await clock.eventually("a code of no card is seen") {
        try Self.documents(aim.output).contains { $0.codes == [SightView.Code(card: nil)] }
      }
      try await clock.show("right")
      try await clock.eventually("the card is known") {
        try Self.documents(aim.output).contains { $0.codes.map(\.card?.name) == ["right"] }
      }
      kill(aim.id, SIGINT)
      #expect(try await aim.result().code == 128 + SIGINT)
      // A second without a picture is a line too.
      let documents = try Self.documents(aim.output)
      let sights = documents.filter { $0.brightness != nil }
      #expect(.seconds(sights.count - 1) <= ContinuousClock.now - start)
      #expect(sights.allSatisfy { $0.sharpness != nil } && documents.allSatisfy { $0.failure == nil })
      #expect(!aim.output.contains("stranger"))
      #expect(try await !clock.log.contains { $0.detail?.contains("stranger") == true })
      let text = try await clock.succeed("camera", "aim", "--for", "10s")
      #expect(text.contains("(fine), sharpness") && text.contains("card right ("))
      // A card is enrolled only when that is asked for.
      let path = clock.folder + "/new.png"
      try await clock.succeed("card", "new", "fresh", "--output", path)
      try await clock.succeed("mock", "show", path)
      #expect(try await clock.succeed("camera", "aim", "--for", "10s").contains("not enrolled yet"))
      let cards = try await clock.decode(ListCards.Reply.self, "card", "list", "--json").cards
      #expect(cards.map(\.enrolled) == [true, false])
    }
  }

  @Test func oneLooksAtATimeAndARingTakesTheCamera() async throws {
    try await Clock.run { clock in
      let first = try clock.begin(["camera", "aim"])
      try await clock.eventually("it sees") { first.output.contains("brightness") }
      try await clock.expect(["card", "test", "--for", "1s"], code: ExitCode.tryAgain.rawValue, says: "`camera aim`")
      kill(first.id, SIGINT)
      #expect(try await first.result().code == 128 + SIGINT)
      try await clock.eventually("the camera is let go") { try await !clock.mock.camera.open }
      let aim = try clock.begin(["camera", "aim"])
      try await clock.eventually("it sees") { aim.output.contains("brightness") }
      _ = try await clock.ring()
      let ended = try await aim.result()
      #expect(ended.code == ExitCode.tryAgain.rawValue)
      #expect(ended.errors.contains("an alarm is ringing"))
      for words in [["aim"], ["snapshot", clock.folder + "/x.png"]] {
        try await clock.expect(["camera"] + words, code: ExitCode.tryAgain.rawValue, says: "an alarm is ringing")
      }
      try await clock.dismiss()
    }
  }

  @Test func aBrokenCameraIsSaidToBeAndSeenAgainWhenHealed() async throws {
    try await Clock.run { clock in
      try await clock.succeed("mock", "fail", "camera", "ENODEV")
      let snapshot = try clock.begin(["camera", "snapshot", clock.folder + "/x.png"])
      let refused = try await snapshot.result()
      #expect(refused.code == ExitCode.nothingFound.rawValue)
      #expect(refused.errors.contains("no picture within 10s") && refused.errors.contains("why: camera: "))
      #expect(!Files.names(clock.folder).contains("x.png"))
      let aim = try clock.begin(["camera", "aim", "--json"])
      try await clock.eventually("its failure is said") {
        try Self.documents(aim.output).contains { $0.brightness == nil && $0.failure?.contains("ENODEV") == true }
      }
      try await clock.succeed("mock", "heal", "camera")
      try await clock.eventually("it sees") { try Self.documents(aim.output).last?.brightness != nil }
    }
  }

  enum Ending { case key, signal }

  @Test(arguments: [(Ending.key, Int32(0)), (.signal, 128 + SIGTERM)])
  func theTerminalIsAsBeforeWhenTheDrawingEnds(ending: Ending, code: Int32) async throws {
    try await Clock.run { clock in
      try await clock.show("right")
      let keys = clock.folder + "/keys"
      #expect(mkfifo(keys, 0o600) == 0)
      let keyboard = open(keys, O_RDWR | O_CLOEXEC)
      defer { close(keyboard) }
      // script(1) provides a terminal; its modes must be the same before and after.
      let commands = """
        stty rows 24 cols 80; before=$(stty -g); rouse camera aim; code=$?
        [ "$before" = "$(stty -g)" ] && echo "ended $code, as before"
        """
      let terminal = try Program(
        ["/usr/bin/script", "-qfec", commands, "/dev/null"],
        environment: [
          "PATH=\(Files.builtPrograms):/usr/bin:/bin", "ROUSE_SOCKET=\(clock.socketPath)", "TERM=xterm-256color",
          "SHELL=/bin/sh",
        ], input: keys, outputTo: clock.folder + "/terminal")
      try await clock.eventually("it is drawn") {
        terminal.output.contains("▀") && terminal.output.contains("card right (")
      }
      #expect(!terminal.output.contains("\u{1B}[?1049l"))
      switch ending {
      case .key: #expect(write(keyboard, "q", 1) == 1)
      case .signal:
        let shell = try #require(Program.children(of: terminal.id).first)
        kill(try #require(Program.children(of: shell.id).first { $0.name == "rouse" }).id, SIGTERM)
      }
      try await clock.eventually("it is over") { terminal.output.contains("ended \(code), as before") }
      #expect(terminal.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
    }
  }
}
