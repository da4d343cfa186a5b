/// The topics of one clock: `BASE/ID/…`.
package struct Topics: Hashable, Sendable {
  package let root: String
  private let discoveryPrefix: String?
  private let id: String

  package init(_ configuration: HomeConfiguration) {
    root = "\(configuration.base)/\(configuration.id)"
    discoveryPrefix = configuration.discovery
    id = configuration.id
  }

  /// Identifies the clock in Home Assistant.
  package var uniqueID: String { "rouse_\(id)" }

  /// Whether `rouse-mqtt` is connected. The broker publishes `offline` here when the connection is lost.
  package var bridge: String { root + "/bridge" }
  /// Whether the daemon runs.
  package var availability: String { root + "/availability" }
  /// Which process uses the account, so that two clocks with one account notice each other.
  package var session: String { root + "/session" }
  /// All events, in order.
  package var log: String { root + "/log" }
  /// Live events: never retained, and never late.
  package var event: String { root + "/event" }
  /// State of the clock in one message, for operators of many clocks.
  package var summary: String { root + "/summary" }
  /// The latest events.
  package var recent: String { root + "/recent" }
  /// Test messages of the clock to itself.
  package var check: String { root + "/check" }
  package var discovery: String? { discoveryPrefix.map { "\($0)/device/\(id)/config" } }
  /// Where Home Assistant publishes that it has started.
  package var birth: String? { discoveryPrefix.map { $0 + "/status" } }

  package func state(_ name: String) -> String { "\(root)/\(name)" }
  package func attributes(_ name: String) -> String { "\(root)/\(name)/attributes" }
  package func set(_ name: String) -> String { "\(root)/\(name)/set" }

  /// Returns the topic of a field of an alarm: `enabled`, `time` or `days`.
  package static func ofAlarm(_ alarm: String, _ field: String) -> String { "alarm/\(alarm)/\(field)" }

  /// Commands as JSON.
  package var command: String { root + "/command" }
  package var commands: [String] { [command, root + "/+/set", root + "/alarm/+/+/set"] }

  /// Returns the setting that this topic changes, such as `volume` or `alarm/1/enabled`, or `nil`.
  package func target(of topic: String) -> String? {
    guard topic.hasPrefix(root + "/"), topic.hasSuffix("/set") else { return nil }
    let name = topic.dropFirst(root.count + 1).dropLast(4)
    return name.isEmpty ? nil : String(name)
  }

  /// Returns a filter for one topic of every clock.
  package static func ofAll(_ base: String, _ name: String) -> String { "\(base)/+/\(name)" }

  /// Returns the clock and its topic; `nil` if the topic is not exactly one level below a clock.
  package static func parts(of topic: String, base: String) -> (id: String, name: String)? {
    guard topic.hasPrefix(base + "/") else { return nil }
    let levels = topic.dropFirst(base.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 2, !levels[0].isEmpty else { return nil }
    return (String(levels[0]), String(levels[1]))
  }

  /// Returns the topics of the messages for these entities, which may no longer exist.
  ///
  /// - Parameter components: platforms by id. Only the platform distinguishes the alarm `a_time`, a switch, from the
  ///   time of the alarm `a`, a text.
  package func entities(_ components: [String: String]) -> [String] {
    components.flatMap { id, platform -> [String] in
      let alarm = String(id.dropFirst("alarm_".count))
      if id.hasPrefix("alarm_") {
        for field in ["time", "days"] where platform == Entity.Platform.text.rawValue && alarm.hasSuffix("_" + field) {
          return [state(Self.ofAlarm(String(alarm.dropLast(field.count + 1)), field))]
        }
        return [state(Self.ofAlarm(alarm, "enabled"))]
      }
      return [state(id), attributes(id)]
    }
  }
}
