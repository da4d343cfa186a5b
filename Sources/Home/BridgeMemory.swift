import Control
import FoundationEssentials

/// State that outlives the program, in its state folder.
package struct BridgeMemory: Codable, Hashable, Sendable {
  /// All events up to here are done.
  package var cursor: String?
  /// Announced entities, so that those that disappear while the program does not run are removed, too.
  package var components = Discovery.Components()
  /// Topic of the last announcement to Home Assistant, if known.
  package var announced: String?
  /// The last events that the broker refused.
  package var aside: [HomeReport.Aside] = []
  /// `nil` in older files.
  private(set) var recent: [HomeEvent]? = []

  package static let mostRecent = 10

  package init() {}

  package mutating func put(aside event: HomeEvent, _ why: String) {
    aside.append(HomeReport.Aside(id: event.id, kind: event.kind, why: why))
    aside.removeFirst(max(0, aside.count - HomeReport.mostAside))
  }

  package mutating func put(recent event: HomeEvent) {
    guard !recentEvents.contains(where: { $0.id == event.id }) else { return }
    recent = (recentEvents + [event]).suffix(Self.mostRecent)
  }

  /// The last events that the broker accepted, the latest last.
  package var recentEvents: [HomeEvent] { recent ?? [] }

  package static let fileName = "mqtt.json"

  package init(file: [UInt8]) throws { self = try JSONDecoder().decode(BridgeMemory.self, from: Data(file)) }

  package func file() throws -> [UInt8] { try [UInt8](JSONEncoder().encode(self)) }
}
