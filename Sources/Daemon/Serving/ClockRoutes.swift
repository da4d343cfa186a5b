import Control
import ControlService

extension RouseDaemon {
  func addClock(to router: inout Router) {
    let settings = commands.settings
    router.on(ListSettings.self) { [self] _ in ListSettings.Reply(settings: await ledger.show { settings.all }) }
    router.on(ChangeSetting.self) { [self] command in
      await followed(try await settings.change(in: ledger, command.key, to: command.value))
    }
    router.on(UndoChange.self) { [self] _ in
      var undone = try await Origin.during("undo") { try await commands.undo(in: ledger) }
      if let setting = undone.setting { undone.setting = await followed(setting) }
      return undone
    }
    router.on(GetStatus.self) { [self] _ in await status() }
    router.on(AcknowledgeMisses.self) { [self] _ in
      let count = try await EventHistory.acknowledgeMisses(ledger)
      faceRunner.refresh()
      return AcknowledgeMisses.Reply(misses: count)
    }
    router.on(Examine.self) { [self] _ in
      try await bulk.run { Examine.Reply(findings: await examine().map(FindingView.init)) }
    }
    router.on(TestBedtime.self) { [self] command in try await bulk.run { try await testBedtime(for: command.seconds) } }
    router.on(TestDevices.self) { [self] in try await testDevices(for: .milliseconds($0.milliseconds)) }
  }

  private func followed(_ reply: ChangeSetting.Reply) async -> ChangeSetting.Reply {
    var reply = reply
    switch reply.setting.key {
    case .evidence: reply.notes += await followEvidenceSetting()
    case .volume: reply.notes += await mixer.notes(onVolume: inForce.settings.volume)
    case .speak: reply.notes += SpeechProgram.notes(onWanted: inForce.settings.speaks)
    default: break
    }
    return reply
  }
}
