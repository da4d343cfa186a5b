import AlarmClock
import Control

/// An event of the log, as the house hears of it.
package struct EventMessages {
  /// Home Assistant acts upon an event; older than this it is no news, and nothing is to begin by it.
  package static let longestLive: Duration = .seconds(60)

  private let topics: Topics

  package init(_ topics: Topics) { self.topics = topics }

  /// For whoever wants to know all, whenever that is: the same of one event whenever it is sent, also where the clock has
  /// another zone by then. So its time is UTC.
  ///
  /// - Parameter gap: why some are missing before this one, which is no part of the event.
  package func logged(_ event: HomeEvent, gap: HomeEventPage.Gap? = nil) -> HomeMessage {
    let json = JSONWriter.document { json in
      json.field("id", event.id)
      json.field("sequence", Int(event.sequence))
      json.field(
        "time", Int64(event.nanoseconds).map { RFC3339.format(Instant(nanoseconds: $0), in: .utc) } ?? event.time)
      json.field("kind", event.kind)
      json.field("happening", event.happening?.rawValue)
      json.field("alarm_id", event.alarmId)
      json.field("label", event.label?.forTheHouse())
      json.field("detail", event.detail?.forTheHouse(atMost: 500))
      if let gap { json.field("gap", gap.rawValue) }
    }
    return HomeMessage(topic: topics.log, payload: json)
  }

  /// For Home Assistant, which is to act upon it now; nil: it is too old, or it has no word for it.
  package func live(_ event: HomeEvent, at now: Instant) -> HomeMessage? {
    guard let happening = event.happening, Self.isLive(event, at: now) else { return nil }
    let json = JSONWriter.document { json in
      json.field("event_type", happening.rawValue)
      json.field("id", event.id)
      json.field("time", event.time)
      json.field("alarm_id", event.alarmId)
      json.field("label", event.label?.forTheHouse())
      json.field("detail", event.detail?.forTheHouse())
    }
    return HomeMessage(topic: topics.event, payload: json)
  }

  /// A clock that was set back meanwhile has events of the future, which are as old as nobody knows.
  private static func isLive(_ event: HomeEvent, at now: Instant) -> Bool {
    guard let moment = Int64(event.nanoseconds) else { return false }
    let age = now - Instant(nanoseconds: moment)
    return age <= longestLive && age >= .zero - longestLive
  }
}
