import Control
import Glibc
import Hardware
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
      try decoded(Document.self, line)
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
      #expect(result.code == 0 && result.errors.contains("shows a card"))
      let frame = try PictureFile.read(path)
      #expect(frame == (try PictureFile.read(clock.card("right"))).fitted())
      #expect((frame.width, frame.height) == (640, 480))
      let document = try #require(try Self.documents(result.output).first)
      #expect(document.schema == 1 && document.file == path && document.light == "fine")
      #expect(document.brightness == frame.meanBrightness && document.sharpness == frame.sharpness)
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
      try await clock.eventually("an unknown code is seen") {
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
      #expect(ended.code == ExitCode.tryAgain.rawValue && ended.errors.contains("an alarm is ringing"))
      for words in [["aim"], ["snapshot", clock.folder + "/x.png"]] {
        try await clock.expect(["camera"] + words, code: ExitCode.tryAgain.rawValue, says: "an alarm is ringing")
      }
      try await clock.dismiss()
    }
  }

  @Test func aBrokenCameraIsSaidToBeAndSeenAgainWhenHealed() async throws {
    try await Clock.run { clock in
      try await clock.succeed("mock", "fail", "camera", "ENODEV")
      try await clock.expect(
        ["camera", "snapshot", clock.folder + "/x.png"], code: ExitCode.nothingFound.rawValue,
        says: "no picture within 10s", "why: camera: ")
      #expect(!Files.names(clock.folder).contains("x.png"))
      let aim = try clock.begin(["camera", "aim", "--json"])
      try await clock.eventually("its failure is said") {
        try Self.documents(aim.output).contains { $0.brightness == nil && $0.failure?.contains("ENODEV") == true }
      }
      try await clock.succeed("mock", "heal", "camera")
      try await clock.eventually("it sees") { try Self.documents(aim.output).last?.brightness != nil }
    }
  }

  @Test(arguments: [0, 128 + SIGTERM]) func theTerminalIsAsBeforeWhenTheDrawingEnds(code: Int32) async throws {
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
      if code == 0 {
        #expect(write(keyboard, "q", 1) == 1)
      } else {
        let shell = try #require(Program.children(of: terminal.id).first)
        kill(try #require(Program.children(of: shell.id).first { $0.name == "rouse" }).id, SIGTERM)
      }
      try await clock.eventually("it is over") { terminal.output.contains("ended \(code), as before") }
      #expect(terminal.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
    }
  }

  private static let (width, height) = (GrayFrame.cameraWidth, GrayFrame.cameraHeight)

  /// Returns a picture of a room, shifted right by `pushed` pixels, with the card at `left` if there is one.
  private static func room(pushed: Int = 0, card: GrayFrame? = nil, x left: Int = 200) throws -> GrayFrame {
    var pixels = (0..<width * height).map { index in
      let (x, y) = (index % width - pushed + 4 * width, index / width)
      return UInt8(70 + (x / 70 * 7 + y / 90 * 5) % 4 * 30)
    }
    if let card {
      for y in 0..<card.height {
        let start = (y + 130) * width + left
        let row = card.pixels[y * card.width..<(y + 1) * card.width]
        pixels.replaceSubrange(start..<start + card.width, with: row)
      }
    }
    return try #require(GrayFrame(width: width, height: height, pixels: pixels))
  }

  /// Returns the room with its left part covered by a hand, or by paper that is about as bright as the room.
  private static func halfCovered(_ cover: UInt8) throws -> GrayFrame {
    let pixels = try room().pixels.enumerated().map { index, gray in index % width < 400 ? cover : gray }
    return try #require(GrayFrame(width: width, height: height, pixels: pixels))
  }

  private func show(_ frame: GrayFrame, _ clock: Clock) async throws {
    let path = "\(clock.folder)/view.png"
    try PictureFile.write(frame, to: path)
    try await clock.succeed("mock", "show", path, "--at-once")
  }

  @Test func aCardThatLiesThereEndsNothingThoughTheLensIsCovered() async throws {
    try await Clock.run(at: Clock.morning) { clock in
      let card = try PictureFile.read(clock.card("right")).fitted(width: 200, height: 200)
      try await show(Self.room(card: card), clock)
      _ = try await clock.ring()
      try await clock.eventually("it lies there") { try await clock.events("card_left_in_view").count == 1 }
      let covers = [UInt8(3), 60, 150, 255].map { GrayFrame(width: Self.width, height: Self.height, filledWith: $0) }
      for cover in covers + [try Self.halfCovered(12), try Self.halfCovered(130)] {
        try await show(cover, clock)
        try await clock.pass(11)
        try await show(Self.room(card: card), clock)
        try await clock.pass(3)
        #expect(try await clock.mock.isSounding)
      }
      // After a push the card still counts as lying there; in another place it ends the ring.
      try await show(Self.room(pushed: 70, card: card, x: 270), clock)
      try await clock.pass(3)
      #expect(try await clock.mock.isSounding)
      try await show(Self.room(pushed: 70), clock)
      try await clock.pass(4)
      try await show(Self.room(pushed: 70, card: card, x: 100), clock)
      try await clock.untilIdle()
    }
  }
}
