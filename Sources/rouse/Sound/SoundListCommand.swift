import ArgumentParser
import Control

struct SoundListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sounds, and whether each can be played now.",
    discussion: """
      Examples:
        rouse sound list
        rouse sound list --category own
        rouse sound list --json | jq -r '.sounds[] | select(.available) | .id'
      """)

  @Option(help: "Only those of this category, as `own` for those that somebody has added.")
  var category: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListSounds())
    let all = reply.sounds
    let sounds = all.filter { category == nil || $0.category == category }
    if format.json || !sounds.isEmpty {
      try format.print(ListSounds.Reply(sounds: sounds, problem: reply.problem)) {
        Self.table(sounds).rendered(counting: "sound")
      }
    }
    if let problem = reply.problem { Output.notes([problem]) }
    guard sounds.isEmpty else { return }
    throw SoundText.noSounds(in: category, categories: all.map(\.category))
  }

  static func table(_ sounds: [SoundView]) -> Table {
    var table = Table(header: ["ID", "NAME", "CATEGORY", "AVAILABLE", "DESCRIPTION"])
    table.expendable = ["CATEGORY", "DESCRIPTION", "AVAILABLE"]
    table.rows = sounds.map { sound in
      [
        sound.id, sound.name, sound.category, sound.available ? "yes" : "no",
        sound.problem.map { "\(sound.description): \($0)" } ?? sound.description,
      ]
    }
    return table
  }
}
