import Control
import Glibc
import TestSupport
import Testing

@testable import rouse

/// Where a board file is to be, and what the pages of the Raspberry Pis say beside the code.
struct BoardPlaceTests {
  @Test(arguments: [
    ("Raspberry Pi 4 Model B Rev 1.4", "raspberry-pi-4"), ("Raspberry Pi 5 Model B Rev 1.0", "raspberry-pi-5"),
    ("Raspberry Pi 3 Model B Plus Rev 1.3", "raspberry-pi-3"),
    ("Raspberry Pi Zero 2 W Rev 1.0", "raspberry-pi-zero-2-w"), ("Raspberry Pi Zero W Rev 1.1", nil),
    ("Raspberry Pi 400 Rev 1.0", "raspberry-pi-4"), ("Raspberry Pi Compute Module 4 Rev 1.0", nil), ("", nil),
  ])
  func theBoardOfAMachineIsNamed(model: String, folder: String?) throws {
    #expect(PiBoard(model: model)?.rawValue == folder)
    let root = try TemporaryFolder()
    #expect(BoardPlace(root: root.path).board == nil)
    try Self.put(model + "\0", at: root.path + "/proc/device-tree/model")
    let place = BoardPlace(root: root.path)
    #expect(place.board?.rawValue == folder)
    #expect(place.command.hasPrefix("`sudo deploy/install \(folder ?? "raspberry-pi-4")` in the folder of Rouse"))
    #expect(place.command.contains("another folder of board/") == (folder == nil))
    // With the package.
    let name = folder ?? "raspberry-pi-4"
    try Self.put("{}", at: "\(root.path)/usr/share/rouse/boards/\(name).json5")
    #expect(
      place.command.hasPrefix(
        "`sudo install -D -m 644 /usr/share/rouse/boards/\(name).json5 /etc/rouse/board.json5`"))
    #expect(place.command.contains("another one of /usr/share/rouse/boards") == (folder == nil))
  }

  @Test func aServiceThatIsInstalledWaitsForItsBoardFile() throws {
    let root = try TemporaryFolder()
    let place = BoardPlace(root: root.path)
    #expect(!place.isInstalled && !place.isAwaited)
    try Self.put("", at: root.path + "/usr/lib/systemd/system/rouse.service")
    #expect(place.isInstalled && place.isAwaited)
    try Self.put("{}", at: root.path + BoardPlace.file)
    #expect(place.isInstalled && !place.isAwaited)
    // Without it the service starts by its own copy.
    #expect(unlink(root.path + BoardPlace.file) == 0)
    #expect(place.isAwaited)
    try Self.put("{}", at: root.path + "/var/lib/rouse/board.json5")
    #expect(!place.isAwaited)
  }

  /// The package says what to type for this machine.
  @Test func thePackageKnowsTheSameBoards() throws {
    let script = try Self.text(of: Self.boards + "/../deploy/debian/postinst")
    for (model, board) in [
      ("Raspberry Pi 3 ", PiBoard.pi3), ("Raspberry Pi 5 ", .pi5), ("Raspberry Pi Zero 2 ", .zero2W),
    ] {
      #expect(PiBoard(model: model) == board)
      #expect(script.contains("\"\(model)\"*) board=\(board.rawValue) ;;"), "\(model)")
    }
    #expect(script.contains("*) board=\(PiBoard.pi4.rawValue) ;;"))
  }

  @Test func whoFindsNoServiceIsToldOfTheBoardFileThatItWaitsFor() throws {
    let root = try TemporaryFolder()
    try Self.put("Raspberry Pi 5 Model B Rev 1.0\0", at: root.path + "/proc/device-tree/model")
    try Self.put("", at: root.path + "/usr/lib/systemd/system/rouse.service")
    try Self.put("{}", at: root.path + "/usr/share/rouse/boards/raspberry-pi-5.json5")
    let place = BoardPlace(root: root.path)
    func refusal(isGiven: Bool) throws -> ControlError {
      try #require(throws: ControlError.self) {
        _ = try ControlClient(path: root.path + "/control.sock", isGiven: isGiven, place: place)
      }
    }
    let error = try refusal(isGiven: false)
    #expect(error.code == .unreachable && error.what.contains("it waits for a board file, /etc/rouse/board.json5"))
    #expect(
      error.fix.hasPrefix(
        "`sudo install -D -m 644 /usr/share/rouse/boards/raspberry-pi-5.json5 /etc/rouse/board.json5`, then "
          + "`sudo systemctl start rouse`"))
    // Whoever names a socket means that one.
    #expect(try refusal(isGiven: true).what.contains("cannot be reached at"))
    // With its board file, it is something else.
    try Self.put("{}", at: root.path + BoardPlace.file)
    #expect(try refusal(isGiven: false).what.contains("cannot be reached at"))
  }

  // MARK: Pages

  private static let boards: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/board"
  }()

  @Test(arguments: PiBoard.allCases)
  func thePageOfABoardSaysWhatTheCodeSays(board: PiBoard) throws {
    let page = try Self.text(of: "\(Self.boards)/\(board.rawValue)/README.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("config.txt") })
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    #expect(lines.first == "[all]")
    #expect(lines.dropFirst().filter { !$0.hasPrefix("#") }.map(String.init) == board.lines.map(\.rawValue))
    #expect(page.contains("- Supply: \(board.supply)"))
    #expect(page.contains("one ends in \(board.pwmDevice)"))
    let file = try Self.text(of: "\(Self.boards)/\(board.rawValue)/board.json5")
    #expect(file.contains("driver: \"pwm\", device: \"\(board.pwmDevice)\", channel: 0"))
  }

  @Test func thePageOfAllBoardsSaysWhatTheCodeSays() throws {
    let page = try Self.text(of: Self.boards + "/README.md")
    #expect(page.contains("`\(PiBoard.Line.motorAndBuzzer.rawValue)`"))
    #expect(page.contains("`\(PiBoard.turnsOnI2C)`") && page.contains("`\(PiBoard.configFile)`"))
  }

  private static func text(of path: String) throws -> String {
    String(decoding: try #require(try InputFile(path, remedy: "").whole(atMost: 1 << 18)), as: UTF8.self)
  }

  private static func put(_ text: String, at path: String) throws {
    let parts = path.split(separator: "/")
    for count in 1..<parts.count { mkdir("/" + parts.prefix(count).joined(separator: "/"), 0o755) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    close(file)
  }
}
