import Machine

extension Engine {
  /// How long after the signal outcomes may be stored. systemd kills the service 10 s after the signal
  /// (`TimeoutStopSec` in `deploy/systemd/rouse.service`). Less during a ring, which is silent until the next start.
  private var longestStoring: Duration { .seconds(ringer.isRinging ? 3 : 7) }

  /// The daemon's last act: all stored, off and dark. Each step has a limit. `work`: all but the queue of the ledger.
  func stop(_ work: Task<Void, Never>) async {
    let begun = time.monotonic
    ringer.noteAllProgress()
    // Lets a card that was just seen end its ring for good.
    await wait(atMost: .milliseconds(500)) { queue.isEmpty }
    work.cancel()
    ringer.noteAbort()
    timers.halt()
    outputs.close()
    await wait(atMost: .seconds(1)) { outputs.isSettled }
    // Not earlier, because a line that hangs would delay the silence.
    sensors.stop()
    // A ring whose outcome is not stored would ring again.
    let isStored = Box(false)
    let storing = Task(executorPreference: WorkPool.shared) { [self] in
      // Waits for an empty queue first, so that what it passes on meanwhile counts.
      while true {
        if queue.outcomes == 0, await ledger.storeOutcomes() { break }
        guard await time.rest(for: .milliseconds(100)) else { return }
      }
      isStored.value = true
    }
    await wait(atMost: longestStoring - (time.monotonic - begun)) { isStored.value }
    storing.cancel()
    events.append(.daemonStopped, detail: ringer.isRinging ? "while ringing; the ring resumes at the next start" : nil)
    let stored = Task(executorPreference: WorkPool.shared) { [ledger] in await ledger.leave() }
    await wait(atMost: .seconds(2)) { events.pending.isEmpty && log.isIdle }
    stored.cancel()
  }

  private func wait(atMost limit: Duration, until isSo: () -> Bool) async {
    let start = time.monotonic
    while !isSo(), time.monotonic - start < limit { guard await time.rest(for: .milliseconds(10)) else { return } }
  }
}
