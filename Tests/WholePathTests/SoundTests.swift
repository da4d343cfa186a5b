import Control
import Glibc
import TestSupport
import Testing

struct SoundTests {
  private func own(_ clock: Clock) async throws -> [SoundView] {
    try await clock.decode(ListSounds.Reply.self, "sound", "list", "--json").sounds.filter { $0.category == "own" }
  }

  private func dismiss(_ clock: Clock) async throws {
    try await clock.dismiss()
    try await clock.succeed("mock", "hide")
  }

  @Test func aSoundThatIsAddedRingsAndARemovedOneIsReplaced() async throws {
    try await Clock.run { clock in
      let said = try await clock.succeed("sound", "add", try clock.wave("Guten Morgen.wav"))
      #expect(said.hasPrefix("Sound added: `guten-morgen` (WAV, 1.0s, "))
      #expect(said.contains(" than the file). Use it: `rouse settings set sound guten-morgen`"))
      #expect(try await own(clock).map(\.id) == ["guten-morgen"])
      #expect(try await clock.succeed("sound", "show", "Guten Morgen").contains("available: yes"))

      try await clock.succeed("settings", "set", "sound", "guten-morgen")
      _ = try await clock.ring()
      try await clock.untilPlaying("guten-morgen")
      let started = try await clock.events("audio_started")
      #expect(started.contains { $0.detail?.hasPrefix("guten-morgen 80%") ?? false })
      try await dismiss(clock)

      // The sound is removed while an alarm uses it, and the alarm rings before another is chosen for it.
      try await clock.succeed("settings", "set", "sound", "bell")
      let id = try await clock.addAlarm("+10m", "--label", "Tea", "--sound", "guten-morgen")
      let removed = try await clock.rouse("sound", "remove", "guten-morgen", "--yes")
      #expect(removed.code == 0 && removed.output == "Sound Guten Morgen (guten-morgen) is removed.\n")
      #expect(removed.errors.contains("It was chosen by the alarm Tea (\(id)); bell plays instead."))
      #expect(try await own(clock).isEmpty)
      #expect(Files.names(clock.statePath + "/sounds") == ["prepared"])
      #expect(Files.names(clock.statePath + "/sounds/prepared") == ["sounds.json"])

      try await clock.succeed("alarm", "edit", id, "--time", "+1s")
      try await clock.untilPlaying("bell")
      // Only this ring's message: an earlier ring may have reported that the file did not load in time.
      let missing = try await clock.events("sound_missing").filter { $0.detail?.contains(" is gone") == true }
      #expect(missing.map(\.alarmId) == [id])
      #expect(missing.first?.detail?.hasPrefix("guten-morgen is gone") ?? false)
      #expect(try await clock.events("sound_added").count == 1)
      #expect(try await clock.events("sound_removed").count == 1)
    }
  }

  @Test func theClocksOwnCopiesHoldNoSoundsAndARestoreOfOneSaysSo() async throws {
    try await Clock.run { clock in
      try await clock.succeed("sound", "add", try clock.wave("owls.wav"))
      let id = try await clock.addAlarm("07:30", "--days", "daily", "--label", "Work", "--sound", "owls")
      let copy = clock.folder + "/copy"
      try await clock.succeed("backup", copy)
      try await clock.succeed("restore", copy, "--yes")
      try await clock.succeed("sound", "remove", "owls", "--yes")
      let name = try #require(Files.names(clock.statePath + "/backups").first { $0.contains("before-restore") })
      let restored = try await clock.rouse("restore", clock.statePath + "/backups/" + name, "--yes")
      #expect(restored.code == 0)
      #expect(
        restored.errors == """
          note: The sound owls of the alarm Work (\(id)) is not here: tone plays instead. \
          Add it again: `rouse sound add FILE`

          """)
    }
  }

  @Test func whatCannotBeASoundIsRefusedAndNoDeathWhileOneIsDecodedInConfinementLeavesAnything() async throws {
    try await Clock.run(card: false) { clock in
      let text = "\(clock.folder)/text.mp3"
      try Files.write("This is no sound.", to: text)
      let cases: [(String, Int32, String)] = [
        (text, 65, "no sound file"), (try clock.wave("quiet.wav", amplitude: 0), 65, "silent"),
        (try clock.wave("bats.wav", frequency: 20_000), 65, "20 LU below the built-in tone"),
        ("\(clock.folder)/nothing.wav", 66, "No such file"), (clock.folder, 65, "not a file"),
      ]
      for (path, code, words) in cases {
        try await clock.expect(["sound", "add", path], code: code, says: words, "fix: ")
      }
      let none = try await clock.rouse("sound", "list", "--category", "own")
      #expect(none.code == 1 && none.output.isEmpty)
      #expect(none.errors.contains("No sounds available") && none.errors.contains("try again"))
      #expect(try await clock.rouse("sound", "remove", "tone", "--yes").code == 77)
      #expect(try await clock.rouse("sound", "show", "nothing").code == 1)
      #expect(Files.names(clock.statePath + "/sounds") == ["prepared"])

      let adding = try clock.begin(["sound", "add", try clock.wave("long.wav", seconds: 120)])
      func decoder() -> pid_t? {
        clock.daemonID.flatMap { Program.children(of: $0).first { $0.name == "rouse-sound" }?.id }
      }
      var child: pid_t = 0
      try await clock.eventually("rouse-sound runs confined") {
        child = decoder() ?? 0
        let status = Files.text("/proc/\(child)/status")
        return status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2")
      }
      // A hanging import does not delay other requests.
      kill(child, SIGSTOP)
      #expect(try await own(clock).isEmpty)
      #expect(kill(child, 0) == 0)
      kill(child, SIGKILL)
      let result = try await adding.result()
      #expect(result.code == 75 && result.errors.contains("its decoder was ended before it was done"))
      #expect(Files.names(clock.statePath + "/sounds") == ["prepared"])
      #expect(try await own(clock).isEmpty)

      let again = try clock.begin(["sound", "add", clock.folder + "/long.wav"])
      try await clock.eventually("it is being prepared") { decoder() != nil }
      _ = try await clock.end(SIGKILL)
      #expect(try await again.result().code == 69)
      try await clock.start()
      #expect(try await own(clock).isEmpty)
      try await clock.eventually("what it left is gone") {
        Files.names(clock.statePath + "/sounds/prepared").filter { $0 != "sounds.json" }.isEmpty
      }
    }
  }

  /// Replacing the sound would change what the alarm plays, which `cancel-lock` forbids.
  @Test func theSoundsOfRingingAndLockedAlarmsStay() async throws {
    try await Clock.run { clock in
      func add(_ name: String) async throws -> Program.Result {
        try await clock.rouse("sound", "add", try clock.wave("\(name).wav"), "--name", name)
      }
      func expectRefusal(_ result: Program.Result, _ reason: String) {
        let isSaid = ["is refused", reason, "why:", "fix:"].allSatisfy { result.errors.contains($0) }
        #expect(result.code == 75 && isSaid, "\(result)")
      }
      for name in ["wake", "reserve", "gone"] { #expect(try await add(name).code == 0) }
      _ = try await clock.addAlarm("+2s", "--sound", "wake", "--label", "Now")
      try await clock.untilPlaying("wake")
      expectRefusal(try await clock.rouse("sound", "remove", "wake", "--yes"), "it rings")
      #expect(try await own(clock).count == 3)
      try await dismiss(clock)

      try await clock.succeed("settings", "set", "sound", "reserve")
      _ = try await clock.addAlarm("+3h", "--sound", "wake", "--label", "Work")
      _ = try await clock.addAlarm("+4h", "--sound", "gone", "--label", "Late")
      try await clock.succeed("sound", "remove", "gone", "--yes")
      for name in ["Work", "Late"] { try await clock.succeed("alarm", "edit", name, "--cancel-lock", "12h") }
      for name in ["wake", "reserve"] {
        expectRefusal(try await clock.rouse("sound", "remove", name, "--yes"), "cancel-lock")
      }
      expectRefusal(try await add("gone"), "cancel-lock")
      #expect(try await own(clock).map(\.id).sorted() == ["reserve", "wake"])
      #expect(try await clock.events("change_refused").count == 4)

      #expect(try await add("other").code == 0)
      try await clock.succeed("sound", "remove", "other", "--yes")
    }
  }
}
