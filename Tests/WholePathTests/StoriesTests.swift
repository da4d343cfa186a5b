import Control
import Glibc
import TestSupport
import Testing

/// Everyday wishes: each takes at most two commands, and none is refused.
struct StoriesTests {
  private typealias Story = (wish: String, commands: [String], said: [String])

  /// `FOLDER` stands for the clock's folder; `said` must appear in the output.
  private static let evening: [Story] = [
    ("the first alarm", ["alarm add 07:30"], ["07:30"]),
    (
      "weekdays and weekend", ["alarm add 06:45 --days mon-fri --label Work", "alarm add 9:00am --days sat,sun"],
      ["06:45", "09:00"]
    ),
    ("skip tomorrow", ["alarm skip Work"], ["skip"]),
    ("holidays", ["pause --until 2099-12-27", "pause off"], ["2099-12-27"]),
    ("change the volume and hear it", ["settings set volume 70 --preview"], ["70"]),
    ("print a card", ["card new bathroom --size 6cm --output FOLDER/bathroom.svg"], ["bathroom.svg"]),
    ("a spare", ["card new spare --output FOLDER/spare.svg", "card list"], ["spare.svg", "bathroom"]),
  ]

  private static let morning: [Story] = [
    ("why was it late", ["history", "log --alarm Wake"], ["Wake", "fired"]),
    ("what happened this week", ["history --since 7d", "log --since 7d"], ["Wake"]),
    ("who silenced it", ["history --alarm Wake"], ["right"]),
    ("is it safe for tomorrow", ["status", "doctor"], ["Next: ", "camera"]),
  ]

  private static let newCard: Story = (
    "a new SD card", ["backup FOLDER/clock.backup", "restore FOLDER/clock.backup --yes"],
    ["clock.backup", "with 1 sound of your own", "1 alarm, 1 card, 0 settings, 1 sound of your own"]
  )

  /// - Parameter between: Runs before the second command of each story.
  private func live(
    _ stories: [Story], on clock: Clock, between: () async throws -> Void = {}
  ) async throws {
    for (wish, commands, said) in stories {
      #expect(commands.count <= 2)
      var output = ""
      for (index, command) in commands.enumerated() {
        if index == 1 { try await between() }
        let words = command.replacing("FOLDER", with: clock.folder).split(separator: " ").map(String.init)
        let result = try await clock.rouse(words)
        // On a machine without a network the doctor reports that time is not synchronized.
        #expect(result.code == 0 || command == "doctor" && result.code == 1, "\(wish): \(command): \(result.errors)")
        output += result.output + result.errors
      }
      for word in said { #expect(output.contains(word), "\(wish): “\(word)” is not in: \(output)") }
    }
  }

  @Test func twelveWishesTakeTwoCommandsAtMost() async throws {
    try await Clock.run { clock in
      _ = try await clock.ring()
      try await clock.show("right")
      try await clock.untilIdle()
      try await live(Self.evening, on: clock)
      try await live(Self.morning, on: clock)
      #expect(Self.evening.count + Self.morning.count + 1 == 12)
    }
  }

  @Test func aNewCardHasAllThatTheOldOneHadAfterTwoCommands() async throws {
    try await Clock.run { clock in
      try await clock.succeed("sound", "add", try clock.wave("owls.wav"))
      try await clock.succeed("alarm", "add", "07:30", "--days", "daily", "--label", "Work", "--sound", "owls")
      let sound = Files.bytes(clock.statePath + "/sounds/owls.wav")
      try await live([Self.newCard], on: clock) {
        _ = try await clock.end(SIGTERM)
        Files.remove(clock.statePath)
        try await clock.start()
        #expect(try await clock.alarms.isEmpty)
      }
      #expect(Files.bytes(clock.statePath + "/sounds/owls.wav") == sound)
      try await clock.succeed("alarm", "edit", "Work", "--time", "+1s")
      try await clock.eventually("its sound plays") {
        let speaker = try await clock.mock.speaker
        return speaker.playing && speaker.sound == "owls"
      }
      try await clock.show("right")
      try await clock.untilIdle()
    }
  }
}
