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
      json.fields([
        "dev": JSONObject([
          "ids": [topics.uniqueID], "name": clock.name.map { $0.publishable(atMost: 60) } ?? "Rouse", "mf": "Rouse",
          "mdl": "Alarm clock", "sw": clock.version.publishable(),
        ]),
        "o": JSONObject(["name": "rouse", "sw": clock.version.publishable()]),
        "avty": [topics.bridge, topics.availability].map { JSONObject(["t": $0]) }, "avty_mode": "all", "qos": 1,
      ])
      json.key("cmps")
      json.object { json in
        for entity in entities {
          json.key(entity.id)
          entity.write(to: &json, topics)
        }
        // An entity is removed by an entry with only its platform, not by leaving it out.
        let gone = components.gone.sorted { $0.key < $1.key }
        for (id, platform) in gone { json.field(id, JSONObject(["p": platform])) }
      }
    }
  }
}
