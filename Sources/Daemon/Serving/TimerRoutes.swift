import Control
import ControlService

/// What people do with timers.
struct TimerRoutes: Sendable {
  let ledger: Ledger
  let timers: TimerKeeper
  let ringer: Ringer
  let mixer: MixerLook

  func add(to router: inout Router) {
    router.on(StartTimer.self) { command in
      // First, so that the timer is judged by what the mixer is at now; an alarm's sound card is not disturbed.
      let note = ringer.isRinging ? nil : await mixer.note
      var saved = try await ledger.startTimer(command.what, command.input)
      if let note, saved.timer.chime.isHeard { saved.notes.append(note) }
      return saved
    }
    router.on(ListTimers.self) { _ in ListTimers.Reply(timers: await ledger.timerViews) }
    router.on(ChangeTimer.self) { try await ledger.change($0.timer, $0.change) }
    router.on(ExtendTimer.self) { try await ledger.extend($0.timer, by: $0.by) }
    router.on(StopTimers.self) { command in
      let chiming = try ledger.timersToStop(command.timer)
      // Silent first, whatever the store does.
      timers.stop(chiming.map(\.id), by: "by `rouse timer stop`")
      let views = await ledger.views(of: chiming)
      if !chiming.isEmpty { try await ledger.storeEnd(of: chiming) }
      return ListTimers.Reply(timers: views)
    }
    router.on(EditTimer.self) { try await ledger.editTimer($0.timer, $0.input) }
    router.on(AddPreset.self) { try await ledger.addPreset($0.presetName, $0.input) }
    router.on(EditPreset.self) { try await ledger.editPreset($0.preset, $0.input) }
    router.on(ListPresets.self) { _ in ListPresets.Reply(presets: await ledger.presetViews) }
    router.on(RemovePreset.self) { try await ledger.removePreset($0.preset) }
  }
}
