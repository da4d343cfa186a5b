import AlarmClock
import Control
import Home

/// Orders from users of the clock: to announce it again, or to forget it. Also the summary for operators.
extension Bridge {
  struct Ordered {
    var id: String
    var isDone = false
  }

  func begin(_ order: HomeOrder) {
    ordered = Ordered(id: order.id)
    isForgotten = order.kind == .forget
    switch order.kind {
    case .sync:
      voice.say("the house is told anew")
      retained.forget()
      kept.memory.aside = []
      hasTakenBack = false
      keep()
      want()
    case .forget:
      voice.say("the house is to forget the clock")
      forget()
    }
  }

  /// Removes all that the broker may retain about the clock, including entities that no longer exist.
  private func forget() {
    let components = discovery.components
    let entities = topics.entities(components.shown) + topics.entities(components.gone)
    let all = [
      [topics.discovery, formerAnnouncement].compactMap(\.self), entities,
      [topics.summary, topics.recent, topics.session, topics.availability, topics.bridge],
    ]
    retained.forget()
    retained.want(all.joined().map { HomeMessage(topic: $0, payload: []) })
    discovery = Discovery(Discovery.Components())
    (kept.memory.components, kept.memory.announced) = (discovery.components, nil)
    isKnownBySession = false
    keep()
  }

  /// Topic of an announcement that is no longer wanted, as after `discovery` was turned off.
  var formerAnnouncement: String? { kept.memory.announced.flatMap { $0 == topics.discovery ? nil : $0 } }

  func finishOrder() {
    guard let ordered, !ordered.isDone, connectedAt != nil, greeting == nil, retained.isTold else { return }
    self.ordered?.isDone = true
  }

  /// Returns the messages for operators of many clocks. The time in the summary changes only with its content, or if
  /// `summarized` is `nil`.
  func summaries() -> [HomeMessage] {
    guard let lastClock else { return [] }
    func summary(_ at: Instant) -> HomeMessage {
      ClockSummary.message(of: lastClock, topics, at: at, away: clock == nil ? awaySince : nil)
    }
    var at = time.now
    if let summarized, summarized.message == summary(summarized.at) { at = summarized.at }
    let message = summary(at)
    summarized = (at, message)
    return [message, ClockSummary.recent(kept.memory.recent, topics)]
  }
}
