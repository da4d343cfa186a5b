import Control
import FoundationEssentials

/// What outlives the program, in its state folder.
package struct BridgeMemory: Codable, Hashable, Sendable {
  /// Behind which all events are done with.
  package var cursor: String?
  /// What was announced, so that what goes while the program does not run is taken back too.
  package var components = Discovery.Components()
  /// Where it was announced to Home Assistant; nil: nowhere that is known.
  package var announced: String?
  /// The last events that the broker would not have.
  package var aside: [Outbox.Aside] = []
  /// The last events that the broker has, the latest last.
  package var recent: [HomeEvent] = []

  /// So many are named.
  private static let mostAside = HomeReport.mostAside
  /// So many are kept for whoever asks what happened last.
  package static let mostRecent = 10

  package init() {}

  package mutating func put(aside event: HomeEvent, _ why: String) {
    aside.append(Outbox.Aside(id: event.id, kind: event.kind, why: why))
    aside.removeFirst(max(0, aside.count - Self.mostAside))
  }

  package mutating func put(recent event: HomeEvent) {
    guard !recent.contains(where: { $0.id == event.id }) else { return }
    recent.append(event)
    recent.removeFirst(max(0, recent.count - Self.mostRecent))
  }

  private enum CodingKeys: CodingKey { case cursor, components, announced, aside, recent }

  /// A file of before has no `recent`, and no `announced`.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    cursor = try fields.decodeIfPresent(String.self, forKey: .cursor)
    components = try fields.decode(Discovery.Components.self, forKey: .components)
    announced = try fields.decodeIfPresent(String.self, forKey: .announced)
    aside = try fields.decode([Outbox.Aside].self, forKey: .aside)
    recent = try fields.decodeIfPresent([HomeEvent].self, forKey: .recent) ?? []
  }

  package static let fileName = "mqtt.json"

  package init(file: [UInt8]) throws { self = try JSONDecoder().decode(BridgeMemory.self, from: Data(file)) }

  package func file() throws -> [UInt8] { try [UInt8](JSONEncoder().encode(self)) }
}
