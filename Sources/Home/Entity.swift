import Control

/// One thing of the clock that Home Assistant shows: how it is announced, how it is, and how it is set.
struct Entity {
  /// Words of Home Assistant's discovery.
  enum Platform: String {
    case sensor, event, button, number, select, text
    case binarySensor = "binary_sensor"
    case toggle = "switch"
  }

  /// A value in the announcement.
  enum Detail {
    case text(String)
    case texts([String])
    case number(Int)
  }

  /// Unlike that of any other entity of the clock.
  var id: String
  var platform: Platform
  /// For people.
  var name: String
  /// Its place among the clock's topics.
  var topic: String
  /// nil: it has none.
  var state: String?
  /// A JSON object; nil: it has none.
  var attributes: [UInt8]?
  /// It can be set.
  var isSet = false
  /// What else its announcement says, as abbreviated by Home Assistant.
  var details: [(key: String, value: Detail)] = []

  init(_ id: String, _ platform: Platform, _ name: String, topic: String? = nil, state: String? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
    self.topic = topic ?? id
    self.state = state
  }

  func with(_ key: String, _ value: Detail) -> Entity {
    var copy = self
    copy.details.append((key, value))
    return copy
  }

  func with(_ key: String, _ text: String) -> Entity { with(key, .text(text)) }

  /// For those who look after the clock, and not on the first page.
  var diagnostic: Entity { with("ent_cat", "diagnostic") }

  func with(attributes: [UInt8]) -> Entity {
    var copy = self
    copy.attributes = attributes
    return copy
  }

  /// As one that others may set.
  var settable: Entity {
    var copy = self
    copy.isSet = true
    return copy
  }

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
      for (key, value) in details {
        switch value {
        case .text(let text): json.field(key, text)
        case .texts(let texts): json.field(key, texts)
        case .number(let number): json.field(key, number)
        }
      }
    }
  }
}
