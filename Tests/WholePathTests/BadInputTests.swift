import Control
import Glibc
import Pictures
import TestSupport
import Testing

struct BadInputTests {
  private static let cases: [(words: [String], code: ExitCode, message: String)] = [
    (["alarm", "add", "25:00"], .usage, "25:00"),
    (["alarm", "add", "07:60"], .usage, "07:60"),
    (["alarm", "add", "7:5pm"], .usage, "7:5pm"),
    (["alarm", "add", "13:00pm"], .usage, "13:00pm"),
    (["alarm", "add", "+0s"], .usage, "+0s"),
    (["alarm", "add", "+99999999999999999999h"], .usage, "+9999"),
    (["alarm", "add", ""], .usage, "fix:"),
    (["alarm", "add"], .usage, "time"),
    (["alarm", "add", "07:30", "--date", "2027-02-29"], .usage, "2027-02-29"),
    (["alarm", "add", "07:30", "--date", "2020-01-01"], .usage, "passed"),
    (["alarm", "add", "07:30", "--days", "funday"], .usage, "funday"),
    (["alarm", "add", "07:30", "--days", "mon", "--date", "2030-01-01"], .usage, "one of the two"),
    (["alarm", "add", "+5m", "--days", "mon"], .usage, "--days"),
    (["alarm", "add", "07:30", "--sound", "vuvuzela"], .usage, "choose one of"),
    (["alarm", "add", "07:30", "--card", "nobody"], .nothingFound, "rouse card list"),
    (["alarm", "add", "07:30", "--volume", "101"], .usage, "0 to 100"),
    (["alarm", "add", "07:30", "--volume", "-1"], .usage, "0 to 100"),
    (["alarm", "add", "07:30", "--vibration", "wild"], .usage, "choose one of"),
    (["alarm", "add", "07:30", "--fade-in", "soon"], .usage, "--fade-in"),
    (["alarm", "add", "07:30", "--buzzer-after", "2m"], .usage, "cannot be turned off"),
    (["alarm", "add", "07:30", "--silence-after", "4h"], .usage, "1m to 3h"),
    (["alarm", "add", "07:30", "--label", String(repeating: "x", count: 101)], .usage, "100"),
    (["alarm", "add", "07:30", "--label", "a\u{1B}[31mb"], .usage, "control characters"),
    (["alarm", "add", "07:30", "--label", "a\nb"], .usage, "control characters"),
    (["alarm", "add", "07:30", "--label", "Wo\u{200B}rk"], .usage, "invisible"),
    (["pause", "--until", "tomorrow", "--name", "\u{200F}trip"], .usage, "invisible"),
    (["pause", "--until", "2020-01-01"], .usage, "2020-01-01"),
    (["pause", "--until", "someday"], .usage, "someday"),
    (["show", "07:30"], .usage, "why:"),
    (["show", "tea", "--for", "9s"], .usage, "fix:"),
    (["alarm", "add", "07:00", "--date", "3000-01-01"], .usage, "2262-04-10"),
    (["alarm", "edit", "Work", "--date", "2262-04-11"], .usage, "2262-04-10"),
    (["alarm", "copy", "Work", "--date", "9999-12-31"], .usage, "2262-04-10"),
    (["pause", "--until", "3000-01-01"], .usage, "2262-04-10"),
    (["settings", "set", "pause", "3000-01-01"], .usage, "2262-04-10"),
    (["next", "--from", "3000-01-01"], .usage, "2262-04-10"),
    (["next", "--from", "+106000d"], .usage, "2262-04-10"),
    (["log", "--since", "1500-01-01"], .usage, "2262-04-10"),
    (["settings", "set", "zones", "Asia/Tokio"], .usage, "did you mean Asia/Tokyo? "),
    (["settings", "set", "zones", "Europe/Berlin,posixrules"], .usage, "there is no time zone `posixrules`"),
    (["alarm", "add", "07:30", "--nonsense"], .usage, "--nonsense"),
    (["alarm", "show", "nobody"], .nothingFound, "rouse alarm list"),
    (["alarm", "edit", "nobody", "--volume", "1"], .nothingFound, "rouse alarm list"),
    (["alarm", "edit", "Work"], .usage, "something to change"),
    (["alarm", "enable", "nobody"], .nothingFound, "rouse alarm list"),
    (["alarm", "skip", "nobody"], .nothingFound, "rouse alarm list"),
    (["alarm", "remove", "nobody"], .nothingFound, "rouse alarm list"),
    (["alarm", "explode"], .usage, "explode"),
    (["card", "remove", "nobody", "--yes"], .nothingFound, "rouse card list"),
    (["card", "remove", "right", "--yes"], .notPermitted, "last one"),
    (["card", "new", "a\tb", "--output", "/dev/null/x.png"], .usage, "control characters"),
    (["card", "new", "ab", "--output", "/dev/null/x.png"], .cannotCreate, "x.png"),
    (["card", "new", "x", "--size", "6cm"], .usage, "--output"),
    (["card", "new", "x", "--output", "x.svg", "--size", "6"], .usage, "6cm"),
    (["card", "new", "x", "--output", "x.svg", "--copies", "99"], .usage, "fit one page"),
    (["help", "nothing"], .usage, "rouse help topics"),
    (["card", "new", "x", "--output", "x.gif"], .usage, ".svg, .png or .pdf"),
    (["card", "add", "x", "--image", "/nonexistent.png"], .noSuchFile, "nonexistent"),
    (["card", "add", "x", "--for", "1h"], .usage, "--for"),
    (["camera", "snapshot", "x.jpg"], .usage, "end with .png"),
    (["camera", "snapshot", "/dev/null/x.png"], .cannotCreate, "x.png"),
    (["camera", "aim", "--for", "0s"], .usage, "--for"),
    (["settings", "get", "colour"], .usage, "colour"),
    (["settings", "set", "volume", "loud"], .usage, "0 to 100"),
    (["settings", "set", "brightness", "16"], .usage, "0 to 15"),
    (["settings", "set", "time-format", "13h"], .usage, "12h"),
    (["next", "--count", "0"], .usage, "1 to 1000"),
    (["next", "--from", "someday"], .usage, "someday"),
    (["log", "--since", "someday"], .usage, "someday"),
    (["test", "devices", "--for", "0s"], .usage, "--for"),
    (["test", "bedtime", "--for", "11m"], .usage, "--for"),
    (["test", "bedtime", "--for", "soon"], .usage, "--for"),
    (["test", "bedtime", "--for", "-1s"], .usage, "--for"),
    (["mock", "fail", "toaster"], .usage, "toaster"),
    (["mock", "fail", "buzzer", "EWHAT"], .usage, "EWHAT"),
    (["mock", "heal", "toaster"], .usage, "toaster"),
    (["mock", "mixer", "101"], .usage, "0 to 100"),
    (["mock", "lux", "200001"], .usage, "from 0 to 200000"),
    (["mock", "lux", "nan"], .usage, "nan"),
    (["mock", "humidity", "inf"], .usage, "inf"),
    (["mock", "temperature", "101"], .usage, "from -60 to 100"),
    (["mock", "humidity", "100.1"], .usage, "from 0 to 100"),
    (["mock", "power", "some"], .usage, "some"),
    (["mock", "processor", "126"], .usage, "-40 to 125"),
    (["mock", "show", "/nonexistent.png"], .noSuchFile, "nonexistent"),
    (["mock", "show", "/tmp"], .badData, "/tmp"),
    (["help", "nonsense"], .usage, "nonsense"),
    (["status", "--socket", "/nonexistent/s"], .unreachable, "rouse daemon"),
  ]

  @Test func badInputIsRefusedWithItsCodeAndChangesNothing() async throws {
    try await Clock.run { clock in
      try await clock.succeed("alarm", "add", "07:30", "--days", "daily", "--label", "Work")
      let alarms = try await clock.alarms.map(\.id)
      for (words, code, message) in Self.cases {
        let result = try await clock.rouse(words)
        #expect(result.code == code.rawValue, "\(words): \(result.errors)")
        #expect(result.errors.contains(message), "\(words): \(result.errors)")
        #expect(result.output.isEmpty, "\(words): messages belong on stderr")
        #expect(!result.errors.contains("\u{1B}"), "\(words): no escape reaches the terminal")
      }
      #expect(try await clock.alarms.map(\.id) == alarms)
      #expect(try await clock.succeed("card", "list", "--json").contains("\"right\""))
      let status = try await clock.status
      #expect(status.state == .idle && status.bedtime == nil && status.pausedUntil == nil)
    }
  }

  @Test func badPicturesAreRefusedAndTheLargestCodeIsTaken() async throws {
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
      // A card may hold as much as a QR code does.
      let code = try QRCard(payload: [UInt8](repeating: 65, count: 4296), correction: .low, mode: .alphanumeric)
      try PictureFile.write(try code.png(moduleSize: 4), to: clock.folder + "/largest.png")
      try await clock.succeed("card", "add", "largest", "--image", clock.folder + "/largest.png")
      let blank = clock.folder + "/blank.pgm"
      try Files.write(Array("P5\n64 64\n255\n".utf8) + [UInt8](repeating: 255, count: 4096), to: blank)
      #expect(try await clock.rouse("card", "add", "x", "--image", blank).code == 1)
      #expect(try await clock.rouse("mock", "show", blank).code == 0)
      #expect(try await clock.mock.camera.picture == "blank.pgm")
    }
  }
}
