import Control
import Glibc
import Pictures
import TestSupport
import Testing

struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var code: ExitCode
    var message: String

    init(_ words: [String], _ code: ExitCode, _ message: String) {
      self.words = words
      self.code = code
      self.message = message
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(["alarm", "add", "25:00"], .usage, "25:00"),
    Case(["alarm", "add", "07:60"], .usage, "07:60"),
    Case(["alarm", "add", "7:5pm"], .usage, "7:5pm"),
    Case(["alarm", "add", "13:00pm"], .usage, "13:00pm"),
    Case(["alarm", "add", "+0s"], .usage, "+0s"),
    Case(["alarm", "add", "+99999999999999999999h"], .usage, "+9999"),
    Case(["alarm", "add", ""], .usage, "fix:"),
    Case(["alarm", "add"], .usage, "time"),
    Case(["alarm", "add", "07:30", "--date", "2027-02-29"], .usage, "2027-02-29"),
    Case(["alarm", "add", "07:30", "--date", "2020-01-01"], .usage, "passed"),
    Case(["alarm", "add", "07:30", "--days", "funday"], .usage, "funday"),
    Case(["alarm", "add", "07:30", "--days", "mon", "--date", "2030-01-01"], .usage, "one of the two"),
    Case(["alarm", "add", "+5m", "--days", "mon"], .usage, "--days"),
    Case(["alarm", "add", "07:30", "--sound", "vuvuzela"], .usage, "choose one of"),
    Case(["alarm", "add", "07:30", "--card", "nobody"], .nothingFound, "rouse card list"),
    Case(["alarm", "add", "07:30", "--volume", "101"], .usage, "0 to 100"),
    Case(["alarm", "add", "07:30", "--volume", "-1"], .usage, "0 to 100"),
    Case(["alarm", "add", "07:30", "--vibration", "wild"], .usage, "choose one of"),
    Case(["alarm", "add", "07:30", "--fade-in", "soon"], .usage, "--fade-in"),
    Case(["alarm", "add", "07:30", "--buzzer-after", "2m"], .usage, "cannot be taken away"),
    Case(["alarm", "add", "07:30", "--silence-after", "4h"], .usage, "1m to 3h"),
    Case(["alarm", "add", "07:30", "--label", String(repeating: "x", count: 101)], .usage, "100"),
    Case(["alarm", "add", "07:30", "--label", "a\u{1B}[31mb"], .usage, "control characters"),
    Case(["alarm", "add", "07:30", "--label", "a\nb"], .usage, "control characters"),
    Case(["alarm", "add", "07:30", "--label", "Wo\u{200B}rk"], .usage, "invisible"),
    Case(["pause", "--until", "tomorrow", "--name", "\u{200F}trip"], .usage, "invisible"),
    Case(["alarm", "add", "07:30", "--nonsense"], .usage, "--nonsense"),
    Case(["alarm", "show", "nobody"], .nothingFound, "rouse alarm list"),
    Case(["alarm", "edit", "nobody", "--volume", "1"], .nothingFound, "rouse alarm list"),
    Case(["alarm", "edit", "Work"], .usage, "nothing to change"),
    Case(["alarm", "enable", "nobody"], .nothingFound, "rouse alarm list"),
    Case(["alarm", "skip", "nobody"], .nothingFound, "rouse alarm list"),
    Case(["alarm", "remove", "nobody"], .nothingFound, "rouse alarm list"),
    Case(["alarm", "explode"], .usage, "explode"),
    Case(["card", "remove", "nobody", "--yes"], .nothingFound, "rouse card list"),
    Case(["card", "remove", "right", "--yes"], .notPermitted, "last one"),
    Case(["card", "new", "a\tb", "--output", "/dev/null/x.png"], .usage, "control characters"),
    Case(["card", "new", "ab", "--output", "/dev/null/x.png"], .cannotCreate, "x.png"),
    Case(["card", "new", "x", "--size", "6cm"], .usage, "--output"),
    Case(["card", "new", "x", "--output", "x.svg", "--size", "6"], .usage, "6cm"),
    Case(["card", "new", "x", "--output", "x.svg", "--copies", "99"], .usage, "fit one page"),
    Case(["help", "nothing"], .usage, "rouse help topics"),
    Case(["card", "new", "x", "--output", "x.gif"], .usage, ".svg, .png or .pdf"),
    Case(["card", "add", "x", "--image", "/nonexistent.png"], .noSuchFile, "nonexistent"),
    Case(["card", "add", "x", "--for", "1h"], .usage, "--for"),
    Case(["camera", "snapshot", "x.jpg"], .usage, "end with .png"),
    Case(["camera", "snapshot", "/dev/null/x.png"], .cannotCreate, "x.png"),
    Case(["camera", "aim", "--for", "0s"], .usage, "--for"),
    Case(["settings", "get", "colour"], .usage, "colour"),
    Case(["settings", "set", "volume", "loud"], .usage, "0 to 100"),
    Case(["settings", "set", "brightness", "16"], .usage, "0 to 15"),
    Case(["settings", "set", "time-format", "13h"], .usage, "12h"),
    Case(["next", "--count", "0"], .usage, "1 to 1000"),
    Case(["next", "--from", "someday"], .usage, "someday"),
    Case(["log", "--since", "someday"], .usage, "someday"),
    Case(["test", "devices", "--for", "0s"], .usage, "--for"),
    Case(["mock", "fail", "toaster"], .usage, "toaster"),
    Case(["mock", "fail", "buzzer", "EWHAT"], .usage, "EWHAT"),
    Case(["mock", "heal", "toaster"], .usage, "toaster"),
    Case(["mock", "mixer", "101"], .usage, "0 to 100"),
    Case(["mock", "lux", "200001"], .usage, "from 0 to 200000"),
    Case(["mock", "lux", "nan"], .usage, "nan"),
    Case(["mock", "humidity", "inf"], .usage, "inf"),
    Case(["mock", "temperature", "101"], .usage, "from -60 to 100"),
    Case(["mock", "humidity", "100.1"], .usage, "from 0 to 100"),
    Case(["mock", "power", "some"], .usage, "some"),
    Case(["mock", "processor", "126"], .usage, "-40 to 125"),
    Case(["mock", "show", "/nonexistent.png"], .noSuchFile, "nonexistent"),
    Case(["mock", "show", "/tmp"], .badData, "/tmp"),
    Case(["help", "nonsense"], .usage, "nonsense"),
    Case(["status", "--socket", "/nonexistent/s"], .unreachable, "rouse daemon"),
  ]

  @Test func badInputIsRefusedWithItsCodeAndChangesNothing() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--days", "daily", "--label", "Work")
      let alarms = try await clock.alarms.map(\.id)
      for bad in Self.cases {
        let result = try await clock.rouse(bad.words)
        #expect(result.code == bad.code.rawValue, "\(bad.testDescription): \(result.errors)")
        #expect(result.errors.contains(bad.message), "\(bad.testDescription): \(result.errors)")
        #expect(result.output.isEmpty, "\(bad.testDescription): messages belong on stderr")
        #expect(!result.errors.contains("\u{1B}"), "\(bad.testDescription): no escape reaches the terminal")
      }
      #expect(try await clock.alarms.map(\.id) == alarms)
      #expect(try await clock.succeed("card", "list", "--json").contains("\"right\""))
      #expect(try await clock.status.state == .idle)
    }
  }

  @Test func badPicturesAreRefused() async throws {
    try await Clock.run { clock in
      let picture = try clock.card("whole")
      let bytes = Files.bytes(picture)
      try Files.write(Array(bytes.prefix(bytes.count / 2)), to: clock.folder + "/half.png")
      try Files.write("no picture at all", to: clock.folder + "/text.png")
      try Files.write([], to: clock.folder + "/empty.png")
      // Claims 10^10 pixels and contains none.
      try Files.write("P5\n100000 100000\n255\n", to: clock.folder + "/huge.pgm")
      for name in ["half.png", "text.png", "empty.png", "huge.pgm"] {
        let path = clock.folder + "/" + name
        for words in [["mock", "show", path], ["card", "add", "x", "--image", path], ["decode", path]] {
          let result = try await clock.rouse(words)
          #expect(result.code == 65, "\(words): \(result.errors)")
          #expect(!result.errors.isEmpty)
        }
      }
      let blank = clock.folder + "/blank.pgm"
      try Files.write(Array("P5\n64 64\n255\n".utf8) + [UInt8](repeating: 255, count: 4096), to: blank)
      #expect(try await clock.rouse("card", "add", "x", "--image", blank).code == 1)
      #expect(try await clock.rouse("mock", "show", blank).code == 0)
      #expect(try await clock.mock.camera.picture == "blank.pgm")
    }
  }

  @Test func withoutACardNoAlarmIsSet() async throws {
    try await Clock.run(card: false) { clock in
      let result = try await clock.rouse("alarm", "add", "07:30")
      #expect(result.code == 1)
      #expect(result.errors.contains("no card is enrolled"))
      #expect(try await clock.alarms.isEmpty)
      // A new card counts only once the camera has seen it.
      let path = clock.folder + "/new.png"
      try await clock.succeed("card", "new", "new", "--output", path)
      #expect(try await clock.rouse("alarm", "add", "07:30").code == 1)
      try await clock.succeed("card", "test", "--image", path)
      #expect(try await clock.rouse("alarm", "add", "07:30").code == 0)
    }
  }

  @Test func aCardMayHoldAsMuchAsAQRCodeDoes() async throws {
    try await Clock.run(card: false) { clock in
      let code = try QRCard(payload: [UInt8](repeating: 65, count: 4296), correction: .low, mode: .alphanumeric)
      let path = clock.folder + "/largest.png"
      try PictureFile.write(try code.png(moduleSize: 4), to: path)
      try await clock.succeed("card", "add", "largest", "--image", path)
    }
  }

  @Test func theLastCardOfAnAlarmStays() async throws {
    try await Clock.run { clock in
      let id = try await clock.addAlarm("07:30", "--card", "right")
      try await clock.succeed("card", "add", "other", "--image", clock.card("other"))
      #expect(try await clock.rouse("card", "remove", "right", "--yes").code == 77)
      try await clock.succeed("alarm", "disable", id)
      #expect(try await clock.rouse("card", "remove", "right", "--yes").code == 0)
      #expect(try await clock.rouse("alarm", "enable", id).code == 1)
    }
  }
}
