import Synchronization

/// Runs an actor on its own thread, so that the actor may block (SE-0392).
package final class ThreadExecutor: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let wakeup: Wakeup
  private let clock = VirtualTime.installed

  package init(name: String) throws(SystemError) {
    wakeup = try Wakeup()
    try MachineThread.start(name) { [self] in run() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    clock?.enter()
    jobs.withLock { $0.append(job) }
    wakeup.signal()
  }

  private func run() {
    while true {
      let batch = jobs.withLock { exchange(&$0, []) }
      for job in batch {
        job.runSynchronously(on: asUnownedSerialExecutor())
        clock?.leave()
      }
      if batch.isEmpty { wakeup.wait() }
    }
  }
}
