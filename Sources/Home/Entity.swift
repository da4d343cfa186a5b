import Control

/// Something of the clock that Home Assistant shows: its announcement, its state, and how to set it.
struct Entity {
  /// Platforms of Home Assistant's discovery.
  enum Platform: String {
    case sensor, event, button, number, select, text
    case binarySensor = "binary_sensor"
    case toggle = "switch"
  }

  /// Unique among the entities of the clock.
  var id: String
  var platform: Platform
  var name: String
  /// Topic below that of the clock.
  var topic: String
  var state: String?
  /// A JSON object.
  var attributes: [UInt8]?
  /// Whether others may set it.
  var isSet = false
  /// More keys of the announcement, in Home Assistant's abbreviations.
  var details: [(key: String, value: any JSONWritten)] = []

  init(
    _ id: String, _ platform: Platform, _ name: String, topic: String? = nil, state: String? = nil,
    attributes: [UInt8]? = nil
  ) {
    self.id = id
    self.platform = platform
    self.name = name
    self.topic = topic ?? id
    self.state = state
    self.attributes = attributes
  }

  func with(_ key: String, _ value: some JSONWritten) -> Entity {
    var copy = self
    copy.details.append((key, value))
    return copy
  }

  /// A copy for maintenance, which Home Assistant does not show on the main page.
  var diagnostic: Entity { with("ent_cat", "diagnostic") }

  func messages(_ topics: Topics) -> [HomeMessage] {
    [
      state.map { HomeMessage(topics.state(topic), $0) },
      attributes.map { HomeMessage(topic: topics.attributes(topic), payload: $0) },
    ].compactMap(\.self)
  }

  func write(to json: inout JSONWriter, _ topics: Topics) {
    json.object { json in
      json.field("p", platform.rawValue)
      json.field("uniq_id", "\(topics.uniqueID)_\(id)")
      json.field("name", name)
      if platform == .event {
        json.field("stat_t", topics.event)
      } else if state != nil {
        json.field("stat_t", topics.state(topic))
      }
      if attributes != nil { json.field("json_attr_t", topics.attributes(topic)) }
      if isSet { json.field("cmd_t", topics.set(topic)) }
      for (key, value) in details { json.field(key, value) }
    }
  }
}
