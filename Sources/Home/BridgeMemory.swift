import Control
import FoundationEssentials

/// What outlives the program, in its state folder.
package struct BridgeMemory: Codable, Hashable, Sendable {
  /// Behind which all events are done with.
  package var cursor: String?
  /// What was announced, so that what goes while the program does not run is taken back too.
  package var components = Discovery.Components()
  /// The last events that the broker would not have.
  package var aside: [Outbox.Aside] = []

  /// So many are named.
  private static let mostAside = 20

  package init() {}

  package mutating func put(aside event: HomeEvent, _ why: String) {
    aside.append(Outbox.Aside(id: event.id, kind: event.kind, why: why))
    aside.removeFirst(max(0, aside.count - Self.mostAside))
  }

  package static let fileName = "mqtt.json"

  package init(file: [UInt8]) throws { self = try JSONDecoder().decode(BridgeMemory.self, from: Data(file)) }

  package func file() throws -> [UInt8] { try [UInt8](JSONEncoder().encode(self)) }
}
