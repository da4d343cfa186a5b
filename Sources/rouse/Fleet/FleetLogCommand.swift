import ArgumentParser
import Control
import MQTTReports

struct FleetLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "fleet log", "What has happened last on each clock, and with --follow what happens.")

  @Argument(help: ArgumentHelp("Of this clock alone: its name, or that of its account.", valueName: "name"))
  var name: String?
  @Flag(name: .shortAndLong, help: "Go on with events as they happen, until Ctrl-C.")
  var follow = false
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    var wanted: String?
    var told = ToldEvents()
    try source.read(["--recent"] + (follow ? ["--follow"] : []), isFollowed: follow) { (line) throws(ControlError) in
      var events = line.event.map { [$0] } ?? []
      if let view = line.view {
        if let name { wanted = try FleetText.clock(name, in: view).id }
        events += FleetText.events(view)
      }
      for event in events where wanted.map({ $0 == event.clock }) ?? true {
        guard told.isNew(event) else { continue }
        try Output.line(format.json ? JSONText.line(event) : FleetText.line(event))
      }
    }
  }
}

/// What comes twice, as it may over such a line, is told once.
struct ToldEvents {
  private struct Key: Hashable {
    var clock: String
    var id: String
  }

  private var keys: Set<Key> = []
  private var order: [Key] = []
  private static let most = 20_000

  mutating func isNew(_ event: FleetEventView) -> Bool {
    let key = Key(clock: event.clock, id: event.id)
    guard keys.insert(key).inserted else { return false }
    order.append(key)
    if order.count > Self.most {
      for old in order.prefix(Self.most / 2) { keys.remove(old) }
      order.removeFirst(Self.most / 2)
    }
    return true
  }
}
