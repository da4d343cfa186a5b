import AlarmClock
import Control
import ControlService
import Machine

struct ClockRoutes: Sendable {
  let ledger: Ledger
  let settings: SettingCommands
  let undo: UndoCommands
  let faceRunner: FaceRunner
  let scheduler: Scheduler
  let events: EventLog
  let bulk: BulkGate
  let status: StatusReport
  let examination: SelfExamination
  let bedtimeTest: BedtimeTest
  let deviceTest: DeviceTest
  let evidence: EvidenceRoutes
  let mixer: MixerLook
  let time: any TimeSource

  func add(to router: inout Router) {
    router.on(ListSettings.self) { _ in ListSettings.Reply(settings: await ledger.show { settings.all }) }
    router.on(ChangeSetting.self) { command in
      await followed(try await settings.change(in: ledger, command.key, to: command.value))
    }
    router.on(UndoChange.self) { _ in
      var undone = try await Origin.during("undo") { try await undo.undo(in: ledger) }
      if let setting = undone.setting { undone.setting = await followed(setting) }
      return undone
    }
    router.on(GetStatus.self) { _ in await status.view() }
    router.on(AcknowledgeMisses.self) { _ in
      let count = try await EventHistory.acknowledgeMisses(ledger)
      faceRunner.refresh()
      return AcknowledgeMisses.Reply(misses: count)
    }
    router.on(Examine.self) { _ in try await bulk.run { Examine.Reply(findings: await examination.findings()) } }
    router.on(TestBedtime.self) { command in try await bulk.run { try await bedtimeTest.run(for: command.seconds) } }
    router.on(TestDevices.self) { try await deviceTest.run(for: .milliseconds($0.milliseconds)) }
    HistoryRoutes(
      ledger: ledger, inForce: settings.views.inForce, scheduler: scheduler, events: events, bulk: bulk, time: time
    )
    .add(to: &router)
  }

  private func followed(_ reply: ChangeSetting.Reply) async -> ChangeSetting.Reply {
    var reply = reply
    if reply.setting.key == .evidence { reply.notes += await evidence.followSetting() }
    if reply.setting.key == .volume {
      reply.notes += await mixer.notes(onVolume: settings.views.inForce.settings.volume)
    }
    if reply.setting.key == .speak {
      reply.notes += SpeechProgram.notes(onWanted: settings.views.inForce.settings.speaks)
    }
    return reply
  }
}
