import AlarmClock
import Control
import Home

/// What people on the clock itself want: that the house is told anew, or forgets. And what those are told who look after
/// many clocks.
extension Bridge {
  struct Ordered {
    var id: String
    /// The broker has taken all of it.
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

  /// Takes back all that the broker may keep of the clock, that of entities which have gone as well.
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

  /// Where Home Assistant was told of it, and is no more, as `discovery` was turned off; nil: nowhere.
  var formerAnnouncement: String? { kept.memory.announced.flatMap { $0 == topics.discovery ? nil : $0 } }

  /// Notes that the broker has taken it.
  func finishOrder() {
    guard let ordered, !ordered.isDone, connectedAt != nil, greeting == nil, retained.isTold else { return }
    self.ordered?.isDone = true
  }

  /// What those are told who look after many clocks. The moment in it changes when it says something else, or when it is
  /// said again (`summarized` is nil).
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
