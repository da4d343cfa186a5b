import AlarmClock
import Control
import ControlService

extension RouseDaemon {
  var views: AlarmViews { commands.views }

  func addAlarms(to router: inout Router) {
    let alarms = commands.alarms
    let daysOff = commands.daysOff
    @Sendable func saved(_ alarm: AlarmSaved, _ input: AlarmInput) async -> AlarmSaved {
      var saved = alarm
      saved.notes += SpeechProgram.notes(
        onWanted: input.values[SettingKey.speak.rawValue] != nil && alarm.alarm.values[.speak] == true)
      if input.values[SettingKey.volume.rawValue] != nil, case .number(let volume)? = alarm.alarm.values[.volume] {
        saved.notes += await mixer.notes(onVolume: volume)
      }
      return saved
    }
    router.on(AddAlarm.self) { [self] in await saved(try await alarms.add(to: ledger, $0.input), $0.input) }
    router.on(EditAlarm.self) { [self] in
      await saved(try await alarms.edit(in: ledger, $0.alarm, $0.input), $0.input)
    }
    router.on(CopyAlarm.self) { [self] in
      await saved(try await alarms.copy(in: ledger, $0.alarm, $0.input), $0.input)
    }
    router.on(ChangeAlarm.self) { [self] in
      try await alarms.change(in: ledger, $0.alarm, $0.change, dates: $0.dates, time: $0.time)
    }
    router.on(SetPause.self) { [self] in try await daysOff.set(in: ledger, $0) }
    router.on(EndPause.self) { [self] in try await daysOff.end(in: ledger, $0.pause) }
    router.on(ListPauses.self) { [self] _ in
      await ledger.show { ListPauses.Reply(pausedUntil: views.pause?.description, pauses: views.pauses) }
    }
    router.onStream(ListAlarms.self) { [self] _, yield in
      try await inPieces { try await yield(ListAlarms.Reply(alarms: $0)) }
    }
    router.onStream(ListAlarmRows.self) { [self] _, yield in
      try await inPieces { try await yield(ListAlarmRows.Reply(rows: $0.map(AlarmRow.init))) }
    }
    router.on(ShowAlarm.self) { [self] command in
      try await ledger.show { () throws(ControlError) in try views.view(of: command.alarm) }
    }
    router.on(NextOccurrences.self) { [self] command in
      NextOccurrences.Reply(
        occurrences: try await ledger.show { () throws(ControlError) in
          try views.occurrences(count: command.count, from: command.from)
        })
    }
  }

  private func inPieces(_ yield: ([AlarmView]) async throws -> Void) async throws {
    try await bulk.run {
      let all = await ledger.show { views.all }
      for piece in all.pieces(of: AlarmList.mostInAnItem) { try await yield(piece) }
    }
  }

  func addCalendars(to router: inout Router) {
    let calendars = commands.calendars
    router.on(LookAtCalendar.self) { [self] in try await calendars.look($0.input, in: ledger) }
    router.on(AddCalendar.self) { [self] in
      try await calendars.add($0.input, confirmed: $0.confirmed, to: ledger)
    }
    router.on(ListCalendars.self) { [self] _ in
      ListCalendars.Reply(calendars: await ledger.show { calendars.all })
    }
    router.on(ShowCalendar.self) { [self] command in
      try await ledger.show { () throws(ControlError) in try calendars.show(command.calendar) }
    }
    router.on(RemoveCalendar.self) { [self] in try await calendars.remove($0.calendar, from: ledger) }
  }
}

extension Array {
  /// Returns the elements in pieces of at most `most`, or one empty piece if there are none.
  func pieces(of most: Int) -> [[Element]] {
    stride(from: 0, to: Swift.max(1, count), by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
  }
}
