import Control
import ControlService

extension RouseDaemon {
  func addTimers(to router: inout Router) {
    let timers = commands.timers
    let presets = commands.presets
    router.on(StartTimer.self) { [self] command in
      // Read first, so that the timer is judged by the current mixer level. An alarm's sound card is not disturbed.
      let note = ringer.isRinging ? nil : await mixer.note
      var saved = try await timers.start(in: ledger, command.what, command.input)
      if let note, saved.timer.chime.isHeard { saved.notes.append(note) }
      return saved
    }
    router.on(ListTimers.self) { [self] _ in ListTimers.Reply(timers: await ledger.show { timers.all }) }
    router.on(ChangeTimer.self) { [self] in try await timers.change(in: ledger, $0.timer, $0.change) }
    router.on(ExtendTimer.self) { [self] in try await timers.extend(in: ledger, $0.timer, by: $0.by) }
    router.on(StopTimers.self) { [self] command in
      let chiming = try timers.toStop(command.timer)
      // Silence comes first, even if the store fails.
      self.timers.stop(chiming.map(\.id), by: "by `rouse timer stop`")
      let views = await ledger.show { timers.views(of: chiming) }
      if !chiming.isEmpty { try await timers.storeEnd(in: ledger, of: chiming) }
      return ListTimers.Reply(timers: views)
    }
    router.on(EditTimer.self) { [self] in try await presets.editTimer(in: ledger, $0.timer, $0.input) }
    router.on(AddPreset.self) { [self] in try await presets.add(to: ledger, $0.presetName, $0.input) }
    router.on(EditPreset.self) { [self] in try await presets.edit(in: ledger, $0.preset, $0.input) }
    router.on(ListPresets.self) { [self] _ in ListPresets.Reply(presets: await ledger.show { presets.all }) }
    router.on(RemovePreset.self) { [self] in try await presets.remove(from: ledger, $0.preset) }
  }
}
