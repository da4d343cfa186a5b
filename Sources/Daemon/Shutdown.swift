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

  /// - Parameter work: all that goes on.
  func run(_ work: Task<Void, Never>) async {
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
