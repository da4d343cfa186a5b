import Boards
import Control
import Glibc
import TestSupport
import Testing

@testable import rouse

/// The place of a board file, and what the Raspberry Pis' pages say in accordance with the code.
struct BoardPlaceTests {
  @Test(arguments: [nil, PiBoard.pi3, .pi5])
  func namesTheBoardFileOfThisMachine(board: PiBoard?) throws {
    let root = try TemporaryFolder()
    let chip = board.map {
      $0 == .pi5 ? "raspberrypi,500\0brcm,bcm2712\0" : "raspberrypi,2-model-b-rev2\0brcm,bcm2837\0"
    }
    try Self.put(chip ?? "raspberrypi,model-zero-w\0brcm,bcm2835\0", at: root.path + "/proc/device-tree/compatible")
    try Self.put("Some Board Rev 1.0\0", at: root.path + "/proc/device-tree/model")
    let place = BoardPlace(root: root.path)
    #expect(place.board == board)
    let sources = place.command
    // With the package installed.
    for board in PiBoard.allCases {
      try Self.put("{}", at: "\(root.path)/usr/share/rouse/boards/\(board.rawValue).json5")
    }
    guard let name = board?.rawValue else {
      // The file of another machine is not offered.
      for command in [sources, place.command] {
        #expect(command.hasPrefix("write a board file, since Rouse has none for this computer (Some Board Rev 1.0)"))
        #expect(command.contains("`rouse help board`") && !command.contains("raspberry-pi"))
      }
      return
    }
    #expect(sources == "`sudo deploy/install \(name)` in the folder of Rouse")
    #expect(
      place.command == "`sudo install -D -m 644 /usr/share/rouse/boards/\(name).json5 /etc/rouse/board.json5`")
  }

  @Test func aServiceThatIsInstalledWaitsForItsBoardFileWhichMayBeUnknown() throws {
    let root = try TemporaryFolder()
    let place = BoardPlace(root: root.path)
    #expect(!place.isInstalled && !place.isAwaited)
    // Without a device tree.
    #expect(place.board == nil)
    #expect(place.command.hasPrefix("write a board file, since Rouse has none for this computer:"))
    try Self.put("", at: root.path + "/usr/lib/systemd/system/rouse.service")
    #expect(place.isInstalled && place.isAwaited)
    try Self.put("{}", at: root.path + BoardPlace.file)
    #expect(place.isInstalled && !place.isAwaited)
    // Without a board file the service starts from its own copy.
    #expect(unlink(root.path + BoardPlace.file) == 0)
    #expect(place.isAwaited)
    try Self.put("{}", at: root.path + "/var/lib/rouse/board.json5")
    #expect(!place.isAwaited)
  }

  @Test func whoFindsNoServiceIsToldOfTheBoardFileThatItWaitsFor() throws {
    let root = try TemporaryFolder()
    try Self.put("raspberrypi,5-model-b\0brcm,bcm2712\0", at: root.path + "/proc/device-tree/compatible")
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
    // A named socket must be used, so its error is reported.
    #expect(try refusal(isGiven: true).what.contains("cannot be reached at"))
    // With a board file, something else is wrong.
    try Self.put("{}", at: root.path + BoardPlace.file)
    #expect(try refusal(isGiven: false).what.contains("cannot be reached at"))
  }

  // MARK: Pages

  static let boards: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/board"
  }()

  @Test(arguments: PiBoard.allCases)
  func thePageOfABoardSaysWhatTheCodeSays(board: PiBoard) throws {
    let page = Files.text("\(Self.boards)/\(board.rawValue)/README.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("config.txt") })
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    #expect(lines.first == "[all]")
    #expect(lines.dropFirst().filter { !$0.hasPrefix("#") }.map(String.init) == board.lines.map(\.rawValue))
    #expect(page.contains("- Supply: \(board.supply)"))
    // The package is built against the libraries of Debian 13, so it installs on nothing older.
    #expect(page.contains("For Raspberry Pi OS 13 (\"trixie\", 64 bit)."))
  }

  @Test func thePageOfAllBoardsSaysWhatTheCodeSays() throws {
    let page = Files.text(Self.boards + "/README.md")
    #expect(page.contains("`\(PiBoard.Line.motorAndBuzzer.rawValue)`"))
    #expect(page.contains("`\(PiBoard.turnsOnI2C)`") && page.contains("`\(PiBoard.configFile)`"))
  }

  static func put(_ text: String, at path: String) throws {
    let parts = path.split(separator: "/")
    for count in 1..<parts.count { mkdir("/" + parts.prefix(count).joined(separator: "/"), 0o755) }
    try Files.write(text, to: path)
  }
}
