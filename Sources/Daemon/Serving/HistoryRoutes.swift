import AlarmClock
import Control
import ControlService
import Hardware
import Storage

extension RouseDaemon {
  private static let most = 100_000

  func addHistory(to router: inout Router) {
    router.onStream(ReadLog.self) { [self] command, yield in
      let since = try moment(command.since, "--since")
      let wanted = try filter(command)
      let following = command.follow ? events.follow() : nil
      let limit = max(0, min(command.limit, Self.most))
      let last = try await bulk.run {
        let zone = scheduler.zone
        var last: Int64 = 0
        let found = await EventHistory.events(ledger, since: since, wanted, limit: limit + 1)
        for (index, event) in found.suffix(limit).enumerated() {
          last = event.sequence ?? last
          var view = EventView(event, in: zone)
          if index == 0, found.count > limit { view.older = true }
          try await yield(view)
        }
        return last
      }
      guard let following else { return }
      for await event in following where event.sequence ?? 0 > last && wanted.wants(event) {
        try await yield(EventView(event, in: scheduler.zone))
      }
    }
    router.onStream(ReadHistory.self) { [self] command, yield in
      let limit = max(0, min(command.limit, Self.most))
      var query = RingQuery(since: try moment(command.since, "--since"), limit: limit + 1)
      query.until = try moment(command.until, "--until", isEnd: true)
      query.alarm = command.alarm.map { AlarmFilter($0, in: inForce.book) }
      query.isMissed = command.missed
      let wanted = query
      try await bulk.run {
        let found = await RingHistory.rings(ledger, wanted)
        for (index, view) in found.suffix(limit).enumerated() {
          var view = view
          if index == 0, found.count > limit { view.older = true }
          try await yield(view)
        }
      }
    }
    router.onStream(ReadHappenings.self) { [self] command, yield in
      let since = try moment(command.since, "--since") ?? .min
      try await bulk.run {
        let zone = scheduler.zone
        for happening in await RingHistory.happenings(ledger, since: since) {
          try await yield(HappeningView(happening, in: zone))
        }
      }
    }
  }

  /// Parses a time in the past.
  func moment(_ text: String?, _ field: String, isEnd: Bool = false) throws(ControlError) -> Instant? {
    try text.map { text throws(ControlError) in
      try valid(MomentText.parsePast(text, now: time.now, zone: scheduler.zone, field: field, isEnd: isEnd))
    }
  }

  private func filter(_ command: ReadLog) throws(ControlError) -> EventFilter {
    var filter = EventFilter(alarm: command.alarm.map { AlarmFilter($0, in: inForce.book) })
    filter.kinds = try (command.events ?? []).map { name throws(ControlError) in
      try Self.named(name, "--event", "there is no such event")
    }
    filter.device = try command.device.map { name throws(ControlError) in
      try Self.named(name, "--device", "there is no such device") as DeviceRole
    }?.rawValue
    return filter
  }

  private static func named<Name: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ field: String, _ reason: String
  ) throws(ControlError) -> Name {
    if let found = Name(rawValue: name.lowercased()) { return found }
    throw ControlError(
      field: field, value: name, reason: reason,
      remedy: "choose from: \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
  }
}
