import Control
import Glibc
import TestSupport
import Testing

struct BackupTests {
  /// Runs a test with a backup of a clock with the card `right`, the alarm `Work` and the volume 33.
  private static func withCopy(_ test: (String) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clock.sqlite"
    try await Clock.run { clock in
      try await clock.succeed("settings", "set", "volume", "33")
      try await clock.succeed("alarm", "add", "07:30", "--days", "daily", "--label", "Work")
      try await clock.succeed("backup", path)
    }
    try await test(path)
  }

  @Test func aCopyIsWrittenWholeForItsOwnerAndReplacesNothingUnasked() async throws {
    try await Clock.run { clock in
      let path = clock.folder + "/copy"
      let written = try await clock.decode(JSON.self, "backup", path, "--json")
      #expect(written["schema"] == .number(1) && written["sounds"] == .number(0) && written["notes"] == .array([]))
      var status = stat()
      #expect(
        stat(path, &status) == 0 && written["bytes"] == .number(Double(status.st_size))
          && status.st_mode & 0o777 == 0o600)
      #expect(Files.text(path).hasPrefix("SQLite format 3"))
      let before = Files.bytes(path)
      try await clock.succeed("settings", "set", "volume", "5")
      try await clock.expect(["backup", path], code: 73, says: "--force")
      #expect(Files.bytes(path) == before)
      try await clock.succeed("backup", path, "--force")
      #expect(Files.bytes(path) != before)
      #expect(try await clock.rouse("backup", "/proc/nothing").code == 73)
      #expect(!Files.names(clock.folder).contains { $0.hasSuffix(".tmp") })
    }
  }

  @Test func theCardOfARestoredClockEndsARing() async throws {
    try await Self.withCopy { path in
      try await Clock.run(card: false) { clock in
        try await clock.succeed("card", "add", "other", "--image", clock.card("other"))
        _ = try await clock.addAlarm("08:00", "--label", "Gone")
        let text = try await clock.succeed("restore", path, "--yes")
        #expect(text.contains("1 alarm, 1 card, 1 setting, 0 sounds of your own.\n"))
        #expect(try await clock.alarms.map(\.values[.volume]) == [33])
        #expect(try await clock.status.next?.label == "Work")
        #expect(try await clock.events("storage_restored").count == 1)
        let id = try await clock.ring()
        try await clock.show("other")
        try await clock.eventually("the old code is wrong") { try await !clock.events("dismiss_fail_qr").isEmpty }
        #expect(try await clock.status.state == .ringing)
        #expect(try await clock.rouse("restore", path, "--yes").code == 75)
        try await clock.dismiss()
        #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])
        // The state before the restore can be restored too.
        let before = try #require(
          Files.names(clock.statePath + "/backups").first { $0.hasSuffix("-before-restore.sqlite") })
        try await clock.succeed("restore", "\(clock.statePath)/backups/\(before)", "--yes")
        #expect(try await clock.alarms.map(\.label) == ["Gone"])
      }
    }
  }

  /// More than a thousand alarms, so that it takes several pieces and more than a moment.
  @Test(.takesLong, arguments: [["restore"], ["import", "--theirs"]])
  func aRestoreOrImportThatIsKilledLeavesTheOldOrTheNewWhole(verb: [String]) async throws {
    // Make the copy before taking another place: `Places.one` must not be nested.
    try await Self.withCopy { small in
      try await Clock.run { clock in try await Self.interrupt(verb + [small, "--yes"], on: clock) }
    }
  }

  private static func interrupt(_ words: [String], on clock: Clock) async throws {
    let client = try ControlClient(path: clock.socketPath)
    for number in 0..<1200 {
      let label = ("Room \(number) " + String(repeating: "x", count: 100)).prefix(100)
      _ = try client.send(AddAlarm(input: AlarmInput(time: "07:30", label: String(label), days: "daily")))
    }
    let large = clock.folder + "/large"
    try await clock.succeed("backup", large)
    #expect(Files.bytes(large).count > BackupPiece.mostBytes)
    let begun = ContinuousClock.now
    #expect(try await clock.rouse(words).code == 0)
    let whole = ContinuousClock.now - begun
    var (old, new) = (0, 0)
    // Kill it after each tenth of `whole`, and later until one command succeeds: the machine may be slower now.
    for tenth in 0...40 where tenth <= 12 || new == 0 {
      if try await clock.alarms.count != 1200 { try await clock.succeed("restore", large, "--yes") }
      let command = try clock.begin(words)
      try await Task.sleep(for: whole * tenth / 10)
      _ = try await clock.end(SIGKILL)
      let code = try await command.result().code
      // After several crashes in a row the daemon would start in minimal mode.
      Files.remove(clock.socketPath + ".starts")
      try await clock.start()
      let alarms = try await clock.alarms
      switch (alarms.count, Set(alarms.map(\.values[.volume]))) {
      case (1200, [80]):
        #expect(code != 0, "what was said to be done is")
        #expect(try await clock.decode(ListCards.Reply.self, "card", "list", "--json").cards.map(\.name) == ["right"])
        old += 1
      case (words[0] == "import" ? 1201 : 1, [33]):
        #expect(alarms.last?.label == "Work")
        new += 1
      case let found: Issue.record("a mix: \(found)")
      }
      #expect(try await clock.status.storage.notice == nil)
    }
    #expect(old > 0 && new > 0, "\(old) times the old, \(new) times the new")
  }

  @Test func aNewClockRingsWithTheSoundOfTheOldOne() async throws {
    let folder = try TemporaryFolder()
    let copy = folder.path + "/clock.backup"
    var sound: [UInt8] = []
    try await Clock.run { clock in
      try await clock.succeed("sound", "add", try clock.wave("owls.wav", seconds: 20), "--name", "Night Owls")
      sound = Files.bytes(clock.statePath + "/sounds/Night Owls.wav")
      #expect(sound.count > 3 * BackupPiece.mostBytes)
      _ = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--sound", "night-owls")
      // A file in the sound folder that is not a sound is left out and named.
      try Files.write("no sound\n", to: clock.statePath + "/sounds/notes.txt")
      try await clock.eventually("it is seen") {
        try await clock.decode(ListSounds.Reply.self, "sound", "list", "--json").sounds.contains { $0.problem != nil }
      }
      let taken = try await clock.rouse("backup", copy)
      #expect(taken.output.hasPrefix("A copy of the clock, with 1 sound of your own, is in "))
      #expect(taken.errors.hasPrefix("note: The sound file notes.txt is not in the copy: "))
      #expect(try await clock.decode(JSON.self, "backup", copy, "--json", "--force")["sounds"] == .number(1))
    }
    try await Clock.run(card: false) { clock in
      try await clock.succeed("sound", "add", try clock.wave("mine.wav"))
      let restored = try await clock.rouse("restore", copy, "--yes")
      #expect(restored.code == 0 && restored.errors.isEmpty, "\(restored.errors)")
      #expect(restored.output.contains("1 alarm, 1 card, 0 settings, 1 sound of your own.\n"))
      #expect(Files.bytes(clock.statePath + "/sounds/Night Owls.wav") == sound)
      let own = try await clock.decode(ListSounds.Reply.self, "sound", "list", "--json").sounds
        .filter { $0.category == SoundView.own }
      #expect(Set(own.map(\.id)) == ["mine", "night-owls"] && own.allSatisfy(\.available))
      #expect(try await clock.status.next?.label == "Work")
      try await clock.succeed("alarm", "edit", "Work", "--time", "+1s")
      try await clock.untilPlaying("night-owls")
      try await clock.dismiss()
      var bytes = Files.bytes(copy)
      bytes[bytes.count - 5000] ^= 1
      try Files.write(bytes, to: copy)
      try await clock.succeed("sound", "remove", "night-owls", "--yes")
      try await clock.expect(
        ["restore", copy, "--yes"], code: 65,
        says: "its sound Night Owls.wav is damaged; nothing was changed", "head -c ")
      #expect(Files.names(clock.statePath + "/sounds").sorted() == ["mine.wav", "prepared"])
      #expect(Files.names(clock.statePath + "/sounds/prepared").sorted() == ["mine.wav", "sounds.json"])
    }
  }
}
