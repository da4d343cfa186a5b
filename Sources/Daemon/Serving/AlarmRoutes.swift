import AlarmClock
import Control
import ControlService

/// What people do with alarms.
struct AlarmRoutes: Sendable {
  let ledger: Ledger
  let bulk: BulkGate

  func add(to router: inout Router) {
    /// With a note, where it is to speak and cannot.
    @Sendable func saved(_ alarm: AlarmSaved, _ input: AlarmInput) -> AlarmSaved {
      var saved = alarm
      saved.notes += SpeechProgram.notes(
        onWanted: input.values[SettingKey.speak.rawValue] != nil && alarm.alarm.values[.speak] == true)
      return saved
    }
    router.on(AddAlarm.self) { saved(try await ledger.add($0.input), $0.input) }
    router.on(EditAlarm.self) { saved(try await ledger.edit($0.alarm, $0.input), $0.input) }
    router.on(CopyAlarm.self) { saved(try await ledger.copy($0.alarm, $0.input), $0.input) }
    router.on(ChangeAlarm.self) { try await ledger.change($0.alarm, $0.change) }
    router.onStream(ListAlarms.self) { _, yield in
      try await bulk.run {
        let alarms = await ledger.alarmViews
        // Without alarms, one item that says so.
        for start in stride(from: 0, to: max(1, alarms.count), by: ListAlarms.mostInAnItem) {
          let end = min(start + ListAlarms.mostInAnItem, alarms.count)
          try await yield(ListAlarms.Reply(alarms: Array(alarms[start..<end])))
        }
      }
    }
    router.on(ShowAlarm.self) { try await ledger.alarmView($0.alarm) }
    router.on(NextOccurrences.self) {
      NextOccurrences.Reply(occurrences: try await ledger.occurrences(count: $0.count, from: $0.from))
    }
  }
}
