import AlarmClock
import Control
import ControlService
import Hardware
import Machine
import Storage

struct HistoryRoutes: Sendable {
  let ledger: Ledger
  let inForce: BookInForce
  let scheduler: Scheduler
  let events: EventLog
  let bulk: BulkGate
  let time: any TimeSource

  private static let most = 100_000

  func add(to router: inout Router) {
    router.onStream(ReadLog.self) { command, yield in
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
    router.onStream(ReadHistory.self) { command, yield in
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
    router.onStream(ReadHappenings.self) { command, yield in
      let since = try moment(command.since, "--since") ?? .min
      try await bulk.run {
        let zone = scheduler.zone
        for happening in await RingHistory.happenings(ledger, since: since) {
          try await yield(HappeningView(happening, in: zone))
        }
      }
    }
  }

  private func moment(_ text: String?, _ field: String, isEnd: Bool = false) throws(ControlError) -> Instant? {
    guard let text else { return nil }
    do throws(InvalidValue) {
      return try MomentText.parsePast(text, now: time.now, zone: scheduler.zone, field: field, isEnd: isEnd)
    } catch {
      throw ControlError(error)
    }
  }

  private func filter(_ command: ReadLog) throws(ControlError) -> EventFilter {
    var filter = EventFilter(alarm: command.alarm.map { AlarmFilter($0, in: inForce.book) })
    for name in command.events ?? [] {
      guard let kind = Event.Kind(rawValue: name.lowercased()) else {
        throw Self.refusal(
          "--event", name, "there is no such event", among: Event.Kind.allCases.map(\.rawValue))
      }
      filter.kinds.append(kind)
    }
    if let name = command.device {
      guard let role = DeviceRole(rawValue: name.lowercased()) else {
        throw Self.refusal(
          "--device", name, "there is no such device", among: DeviceRole.allCases.map(\.rawValue))
      }
      filter.device = role.rawValue
    }
    return filter
  }

  private static func refusal(
    _ field: String, _ value: String, _ reason: String, among names: [String]
  ) -> ControlError {
    ControlError(
      InvalidValue(field: field, value: value, reason: reason, remedy: "choose from: \(names.joined(separator: ", "))"))
  }
}
