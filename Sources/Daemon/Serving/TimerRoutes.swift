import Control
import ControlService
import Machine

/// How timers are wired, and what people do with them.
extension RouseDaemon {
  func startTimers() throws(SystemError) {
    let (queue, faceKeeper, timers) = (queue, faceKeeper, timers)
    face.use(countdown: { timers.countdown })
    try timers.start {
      queue.put(.timersChanged)
      faceKeeper.refresh()
    }
  }

  var chimeWatch: ChimeWatch {
    let (ringer, outputs, face, faceKeeper, time) = (ringer, outputs, face, faceKeeper, time)
    return ChimeWatch(
      timers: timers, cards: desk, settings: settings, time: time,
      light: { isOn in ringer.ifIdle { outputs.light(isOn) } },
      lies: { if face.notice(.takeAway, at: time.monotonic) { faceKeeper.refresh() } })
  }

  func addTimerRoutes(_ router: inout Router) {
    let (ledger, timers, ringer) = (ledger, timers, ringer)
    router.on(StartTimer.self) { command in
      // First, so that the timer is judged by what the mixer is at now; an alarm's sound card is not disturbed.
      let note = ringer.isRinging ? nil : await mixerNote
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
