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

  /// What makes the clock unlike others in Home Assistant.
  package var uniqueID: String { "rouse_\(id)" }

  /// Whether `rouse-mqtt` is connected; the broker says `offline` here when it goes without a word.
  package var bridge: String { root + "/bridge" }
  /// Whether the daemon runs.
  package var availability: String { root + "/availability" }
  /// Which process has the account: by this two clocks of one account find each other out.
  package var session: String { root + "/session" }
  /// What has happened, in order, nothing left out.
  package var log: String { root + "/log" }
  /// What happens now: never retained, and never late.
  package var event: String { root + "/event" }
  /// How the clock is, in one message: for those who look after many.
  package var summary: String { root + "/summary" }
  /// What has happened last.
  package var recent: String { root + "/recent" }
  /// Whether a message comes back that the clock sends to itself.
  package var check: String { root + "/check" }
  package var discovery: String? { discoveryPrefix.map { "\($0)/device/\(id)/config" } }
  /// Where Home Assistant says that it has started.
  package var birth: String? { discoveryPrefix.map { $0 + "/status" } }

  package func state(_ name: String) -> String { "\(root)/\(name)" }
  package func attributes(_ name: String) -> String { "\(root)/\(name)/attributes" }
  package func set(_ name: String) -> String { "\(root)/\(name)/set" }

  /// Of an alarm: `enabled`, `time`, `days`.
  package static func ofAlarm(_ alarm: String, _ field: String) -> String { "alarm/\(alarm)/\(field)" }

  /// A command of others, as JSON.
  package var command: String { root + "/command" }
  package var commands: [String] { [command, root + "/+/set", root + "/alarm/+/+/set"] }

  /// What is set by a message on this topic, as `volume` or `alarm/1/enabled`; nil: nothing is.
  package func target(of topic: String) -> String? {
    guard topic.hasPrefix(root + "/"), topic.hasSuffix("/set") else { return nil }
    let name = topic.dropFirst(root.count + 1).dropLast(4)
    return name.isEmpty ? nil : String(name)
  }

  /// Of all clocks below a base one topic each.
  package static func ofAll(_ base: String, _ name: String) -> String { "\(base)/+/\(name)" }

  /// Whose a topic is, and which of that clock's; nil: it is none of a clock's own, one level below it.
  package static func parts(of topic: String, base: String) -> (id: String, name: String)? {
    guard topic.hasPrefix(base + "/") else { return nil }
    let levels = topic.dropFirst(base.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 2, !levels[0].isEmpty else { return nil }
    return (String(levels[0]), String(levels[1]))
  }

  /// Where the clock's own messages of these entities are, which may be gone.
  ///
  /// - Parameter components: by their id their platform. That alone tells the alarm `a_time`, which is a switch, from the
  ///   time of the alarm `a`, which is a text.
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
