import Control
import Glibc
import TestSupport
import Testing

/// Everyday wishes: each takes at most two commands, and none is refused.
struct StoriesTests {
  /// `FOLDER` stands for the clock's folder; `said` must appear in the output.
  private static let stories: [(wish: String, commands: [String], said: [String])] = [
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
    // In the morning.
    ("why was it late", ["history", "log --alarm Wake"], ["Wake", "fired"]),
    ("what happened this week", ["history --since 7d", "log --since 7d"], ["Wake"]),
    ("who silenced it", ["history --alarm Wake"], ["right"]),
    ("is it safe for tomorrow", ["status", "doctor"], ["Next: ", "camera"]),
  ]

  @Test func elevenWishesTakeTwoCommandsAtMost() async throws {
    try await Clock.run { clock in
      _ = try await clock.ring()
      try await clock.dismiss()
      for (wish, commands, said) in Self.stories {
        #expect(commands.count <= 2)
        var output = ""
        for command in commands {
          let words = command.replacing("FOLDER", with: clock.folder).split(separator: " ").map(String.init)
          let result = try await clock.rouse(words)
          // On a machine without a network the doctor reports that time is not synchronized.
          #expect(result.code == 0 || command == "doctor" && result.code == 1, "\(wish): \(command): \(result.errors)")
          output += result.output + result.errors
        }
        for word in said { #expect(output.contains(word), "\(wish): “\(word)” is not in: \(output)") }
      }
      // BackupTests make a new SD card with the twelfth.
      #expect(Self.stories.count == 11)
    }
  }
}
