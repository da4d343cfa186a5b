import Control

/// Announces a clock to Home Assistant as one device, with one retained message
/// (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
package struct Discovery {
  /// Entities announced now or earlier. Home Assistant must be told which ones are gone.
  package private(set) var components: Components

  package struct Components: Codable, Hashable, Sendable {
    /// Platforms by id.
    package var shown: [String: String] = [:]
    package var gone: [String: String] = [:]

    package init() {}

    /// Further ones are forgotten. This many may disappear before Home Assistant has heard of it.
    private static let mostGone = 100

    mutating func replace(by new: [String: String]) {
      for (id, platform) in shown where new[id] == nil { gone[id] = platform }
      gone = gone.filter { new[$0.key] == nil }
      while gone.count > Self.mostGone, let first = gone.keys.min() { gone[first] = nil }
      shown = new
    }
  }

  package init(_ components: Components) { self.components = components }

  /// Returns the messages that the broker should retain for this state: first the announcement, then the states.
  package mutating func messages(_ clock: HomeStateView, _ topics: Topics) -> [HomeMessage] {
    let entities = Entity.all(of: clock)
    components.replace(by: Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0.platform.rawValue) }))
    let announcement = topics.discovery.map {
      HomeMessage(topic: $0, payload: document(entities, clock, topics))
    }
    return [announcement].compactMap(\.self) + entities.flatMap { $0.messages(topics) }
  }

  private func document(_ entities: [Entity], _ clock: HomeStateView, _ topics: Topics) -> [UInt8] {
    JSONWriter.document { json in
      json.key("dev")
      json.object { json in
        json.field("ids", [topics.uniqueID])
        json.field("name", clock.name.map { $0.forTheHouse(atMost: 60) } ?? "Rouse")
        json.field("mf", "Rouse")
        json.field("mdl", "Alarm clock")
        json.field("sw", clock.version.forTheHouse())
      }
      json.key("o")
      json.object { json in
        json.field("name", "rouse")
        json.field("sw", clock.version.forTheHouse())
      }
      json.key("avty")
      json.array { json in
        for topic in [topics.bridge, topics.availability] { json.object { $0.field("t", topic) } }
      }
      json.field("avty_mode", "all")
      json.field("qos", 1)
      json.key("cmps")
      json.object { json in
        for entity in entities {
          json.key(entity.id)
          entity.write(to: &json, topics)
        }
        // An entity is removed by an entry with only its platform, not by leaving it out.
        for (id, platform) in components.gone.sorted(by: { $0.key < $1.key }) {
          json.key(id)
          json.object { $0.field("p", platform) }
        }
      }
    }
  }
}
