import AlarmClock
import Control

/// Converts events of the log to messages.
package struct EventMessages {
  /// Home Assistant acts on events, so it must not get older ones.
  package static let longestLive: Duration = .seconds(60)

  private let topics: Topics

  package init(_ topics: Topics) { self.topics = topics }

  /// Returns the message for a complete log. It is the same whenever it is sent, even after the clock has changed its
  /// zone: therefore its time is in UTC.
  ///
  /// - Parameter gap: why events before this one are missing. It is not a property of the event.
  package func logged(_ event: HomeEvent, gap: HomeEventPage.Gap? = nil) -> HomeMessage {
    let json = JSONWriter.document { json in
      json.fields([
        "id": event.id, "sequence": Int(event.sequence),
        "time": Int64(event.nanoseconds).map { RFC3339.format(Instant(nanoseconds: $0), in: .utc) } ?? event.time,
        "kind": event.kind, "happening": event.happening?.rawValue, "alarm_id": event.alarmId,
        "label": event.label?.publishable(), "detail": event.detail?.publishable(atMost: 500),
      ])
      if let gap { json.field("gap", gap.rawValue) }
    }
    return HomeMessage(topic: topics.log, payload: json)
  }

  /// Returns the message for Home Assistant to act on now; `nil` if it is too old or has no equivalent there.
  package func live(_ event: HomeEvent, at now: Instant) -> HomeMessage? {
    guard let happening = event.happening, let nanoseconds = Int64(event.nanoseconds) else { return nil }
    // An event from the future, after the clock was set back, has an unknown age.
    let age = now - Instant(nanoseconds: nanoseconds)
    guard age <= Self.longestLive, age >= .zero - Self.longestLive else { return nil }
    let json = JSONWriter.document([
      "event_type": happening.rawValue, "id": event.id, "time": event.time, "alarm_id": event.alarmId,
      "label": event.label?.publishable(), "detail": event.detail?.publishable(),
    ])
    return HomeMessage(topic: topics.event, payload: json)
  }
}
