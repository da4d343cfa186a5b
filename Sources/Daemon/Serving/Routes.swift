import AlarmClock
import Control
import ControlService
import Machine

/// Who is served, and which part of the daemon answers which command.
extension RouseDaemon {
  /// Commands may fail to reach the daemon; rings go on.
  func serve() async {
    let share = DescriptorShare.current
    if let problem = share.problem {
      log.log(.warning, "\(problem); clients get \(share.connections) connections; \(DescriptorShare.remedy)")
    }
    let server = ControlServer(
      socket: socket, router: router, notices: notices, log: log, mostConnections: share.connections)
    do { try await server.run() } catch { log.log(.error, "no commands are taken any more: \(error)") }
  }

  var router: Router {
    var router = Router()
    addAlarmRoutes(&router)
    addTimerRoutes(&router)
    addCardRoutes(&router)
    addCameraRoutes(&router)
    addClockRoutes(&router)
    addMockRoutes(&router)
    addBackupRoutes(&router)
    addEvidenceRoutes(&router)
    addSoundRoutes(&router)
    addPlayRoutes(&router)
    return router
  }

  private func addAlarmRoutes(_ router: inout Router) {
    let (ledger, bulk) = (ledger, bulk)
    /// With a note, where it is to speak and cannot.
    @Sendable func saved(_ alarm: AlarmSaved, _ input: AlarmInput) -> AlarmSaved {
      var saved = alarm
      saved.notes += speechNotes(
        on: input.values[SettingKey.speak.rawValue] != nil && alarm.alarm.values[.speak] == true)
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

  private func addClockRoutes(_ router: inout Router) {
    let (ledger, faceKeeper, scheduler, events, bulk) = (ledger, faceKeeper, scheduler, events, bulk)
    let settings = settings
    router.on(ListSettings.self) { _ in ListSettings.Reply(settings: await ledger.settingViews) }
    router.on(ChangeSetting.self) { command in
      var reply = try await ledger.change(command.key, to: command.value)
      if reply.setting.key == .evidence { reply.notes += await followEvidenceSetting() }
      reply.notes += speechNotes(on: reply.setting.key == .speak ? settings.now.speaks : false)
      return reply
    }
    router.on(GetStatus.self) { _ in await status() }
    router.on(AcknowledgeMisses.self) { _ in
      let count = try await ledger.acknowledgeMisses()
      faceKeeper.refresh()
      return AcknowledgeMisses.Reply(misses: count)
    }
    router.on(Examine.self) { _ in try await bulk.run { Examine.Reply(findings: await findings()) } }
    router.on(TestBedtime.self) { command in try await bulk.run { try await testBedtime(for: command.seconds) } }
    router.on(TestDevices.self) { try await testDevices(for: .milliseconds($0.milliseconds)) }
    router.onStream(ReadLog.self) { command, yield in
      let zone = scheduler.zone
      var since: Instant?
      if let text = command.since {
        do throws(InvalidValue) {
          since = try MomentText.parse(text, now: time.now, zone: zone, field: "--since")
        } catch {
          throw ControlError(error)
        }
      }
      let following = command.follow ? events.follow() : nil
      let last = try await bulk.run { [since] in
        var last: Int64 = 0
        for event in await ledger.events(since: since, limit: max(0, min(command.limit, 100_000))) {
          last = event.sequence ?? last
          try await yield(EventView(event, in: zone))
        }
        return last
      }
      guard let following else { return }
      for await event in following where event.sequence ?? 0 > last {
        try await yield(EventView(event, in: scheduler.zone))
      }
    }
  }

  private func addMockRoutes(_ router: inout Router) {
    let scheduler = scheduler
    router.on(ShowPicture.self) { try await showPicture($0) }
    router.on(HidePicture.self) { _ in
      try mock().camera.hide()
      return Done()
    }
    router.on(FailDevice.self) { command in
      let role = try Self.role(command.device)
      try mock().fail(role, try Self.failure(command.error))
      return Done()
    }
    router.on(HealDevice.self) { command in
      try mock().heal(try Self.role(command.device))
      return Done()
    }
    router.on(SetMockMixer.self) { try setMixer($0.percent) }
    router.on(GetMockState.self) { _ in MockStateView(try mock()) }
    router.on(GetMockHistory.self) { _ in
      let history = try mock().history
      let zone = scheduler.zone
      return GetMockHistory.Reply(
        history: history.entries.map { MockEntryView($0, in: zone) }, dropped: history.dropped)
    }
  }
  static func busyRinging(_ why: String) -> ControlError {
    ControlError(.tryAgain, "an alarm is ringing", why: why, fix: "show the alarm's card first, then try again")
  }
}
