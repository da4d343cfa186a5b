import Control
import ControlService

struct TimerRoutes: Sendable {
  let ledger: Ledger
  let timers: TimerCommands
  let presets: PresetCommands
  let ringer: Ringer
  let mixer: MixerLook

  func add(to router: inout Router) {
    router.on(StartTimer.self) { command in
      // Read first, so that the timer is judged by the current mixer level. An alarm's sound card is not disturbed.
      let note = ringer.isRinging ? nil : await mixer.note
      var saved = try await timers.start(in: ledger, command.what, command.input)
      if let note, saved.timer.chime.isHeard { saved.notes.append(note) }
      return saved
    }
    router.on(ListTimers.self) { _ in ListTimers.Reply(timers: await ledger.show { timers.all }) }
    router.on(ChangeTimer.self) { try await timers.change(in: ledger, $0.timer, $0.change) }
    router.on(ExtendTimer.self) { try await timers.extend(in: ledger, $0.timer, by: $0.by) }
    router.on(StopTimers.self) { command in
      let chiming = try timers.toStop(command.timer)
      // Silence comes first, even if the store fails.
      timers.timers.stop(chiming.map(\.id), by: "by `rouse timer stop`")
      let views = await ledger.show { timers.views(of: chiming) }
      if !chiming.isEmpty { try await timers.storeEnd(in: ledger, of: chiming) }
      return ListTimers.Reply(timers: views)
    }
    router.on(EditTimer.self) { try await presets.editTimer(in: ledger, $0.timer, $0.input) }
    router.on(AddPreset.self) { try await presets.add(to: ledger, $0.presetName, $0.input) }
    router.on(EditPreset.self) { try await presets.edit(in: ledger, $0.preset, $0.input) }
    router.on(ListPresets.self) { _ in ListPresets.Reply(presets: await ledger.show { presets.all }) }
    router.on(RemovePreset.self) { try await presets.remove(from: ledger, $0.preset) }
  }
}
