import Machine

/// The daemon's last act: written down, off and dark. Each step is bounded: neither a device nor a disk that hangs holds up
/// the others.
struct Shutdown: Sendable {
  let queue: LedgerQueue
  let ringer: Ringer
  let timers: TimerRunner
  let faceRunner: FaceRunner
  let outputs: Outputs
  let sensors: Sensors
  let events: EventLog
  let ledger: Ledger
  let log: LogWriter
  let starts: StartRecord
  let time: any TimeSource

  /// How long after the signal the outcomes of rings may be stored: systemd kills the service 10 s after the signal
  /// (`TimeoutStopSec` in `deploy/systemd/rouse.service`). Less while an alarm rings, which is silent until the next start.
  private var longestStoring: Duration { .seconds(ringer.isRinging ? 3 : 7) }

  /// - Parameter work: Everything but the queue of the ledger, which goes on.
  func run(_ work: Task<Void, Never>) async {
    let begun = time.monotonic
    ringer.noteAllProgress()
    // A card seen just now has ended its ring for good.
    await wait(atMost: .milliseconds(500)) { queue.isEmpty }
    work.cancel()
    faceRunner.stop()
    ringer.noteAbort()
    timers.halt()
    await wait(atMost: .seconds(1)) {
      outputs.silence()
      return outputs.isSettled
    }
    // Not before: a line that hangs would keep it waiting.
    sensors.stop()
    // A ring whose outcome is not stored would ring again.
    let isStored = Box(false)
    let storing = Task(executorPreference: WorkPool.shared) {
      // Once the queue is empty, so that what it hands on meanwhile counts.
      while true {
        if queue.outcomes == 0, await ledger.storeOutcomes() { break }
        guard await time.rest(for: .milliseconds(100)) else { return }
      }
      isStored.value = true
    }
    await wait(atMost: longestStoring - (time.monotonic - begun)) { isStored.value }
    storing.cancel()
    events.append(.daemonStopped, detail: ringer.isRinging ? "while ringing; the ring resumes at the next start" : nil)
    let stored = Task(executorPreference: WorkPool.shared) { await ledger.leave() }
    await wait(atMost: .seconds(2)) { events.pending.isEmpty && log.isIdle }
    stored.cancel()
    starts.clear()
  }

  /// Waits until something is so, or the time is over.
  private func wait(atMost limit: Duration, until isSo: () -> Bool) async {
    let start = time.monotonic
    while !isSo(), time.monotonic - start < limit { guard await time.rest(for: .milliseconds(10)) else { return } }
  }
}
