import Glibc
import Synchronization

/// Runs the service's tasks on its own threads (SE-0417) instead of Dispatch's pool.
///
/// Dispatch wakes once per second for as long as the process lives, to check whether its threads are blocked. This pool
/// checks only while work is waiting; it, too, adds threads if a hung disk blocks some. A task without a preferred
/// executor still runs on Dispatch's threads. Tasks inherit the preference of their parents; start those without a
/// parent with `Task(executorPreference: WorkPool.shared)`.
///
/// To wake a task with a preferred executor, Swift's runtime locks the task, and it holds the same lock while it runs
/// cancellation handlers (`onCancel`, `onTermination`). So never yield to a stream, resume a continuation or cancel a
/// task while holding a lock that such a handler takes.
package final class WorkPool: TaskExecutor {
  package static let shared = WorkPool()

  private struct State {
    /// In order of arrival.
    var jobs: [UnownedJob] = []
    var served = 0
    var threads = 0
    /// Waiting threads. The most recent one, at the end, is taken first, so that the others can end.
    var idle: [Doorbell] = []
    var isWatched = false

    mutating func next() -> UnownedJob? {
      guard !jobs.isEmpty else { return nil }
      served += 1
      return jobs.removeFirst()
    }
  }

  private enum Need { case bell(Doorbell), thread, watch, nothing }

  private let state = Mutex(State())
  private let usual: Int
  private let most: Int
  private let patience: Duration
  /// Waits for all jobs, so the pool's threads themselves do not count as busy.
  private let clock = VirtualTime.installed

  /// The number of idle threads to keep.
  private static let lasting = 2
  /// If work waits and no job is taken for this long, the threads count as blocked. Microseconds.
  private static let blocked: UInt32 = 100_000

  /// Starts up to `usual` threads as work arrives, up to `most` if some are blocked. Surplus ends after `patience`.
  package init(
    usual: Int = max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), most: Int = 32, patience: Duration = .seconds(5)
  ) {
    self.usual = usual
    self.most = most
    self.patience = patience
  }

  package var threads: Int { state.withLock { $0.threads } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    clock?.enter()
    let need: Need = state.withLock { state in
      state.jobs.append(job)
      if let bell = state.idle.popLast() { return .bell(bell) }
      if state.threads < usual {
        state.threads += 1
        return .thread
      }
      return exchange(&state.isWatched, true) ? .nothing : .watch
    }
    switch need {
    case .bell(let bell): bell.ring()
    case .thread: startThread()
    case .watch: watch()
    case .nothing: break
    }
  }

  private func startThread() {
    do {
      // A `Doorbell` needs no descriptor, so work gets threads even if clients hold all descriptors.
      let bell = try Doorbell()
      try MachineThread.start("work", clock: nil) { [self] in work(bell) }
    } catch {
      state.withLock { $0.threads -= 1 }
      handOver()
    }
  }

  /// Hands waiting jobs to Dispatch if no thread can be started, because all existing threads may be blocked.
  private func handOver() {
    while let job = state.withLock({ $0.next() }) {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
      clock?.leave()
    }
  }

  private func work(_ bell: Doorbell) {
    while true {
      let (job, isNeeded) = state.withLock { state in
        let job = state.next()
        if job == nil { state.idle.append(bell) }
        return (job, state.threads <= Self.lasting)
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
        clock?.leave()
        continue
      }
      bell.wait(timeout: isNeeded ? nil : patience)
      let ends = state.withLock { state in
        // If the bell is gone from `idle`, work has arrived for this thread.
        guard let index = state.idle.firstIndex(where: { $0 === bell }) else { return false }
        state.idle.remove(at: index)
        guard state.threads > Self.lasting else { return false }
        state.threads -= 1
        return true
      }
      if ends { return }
    }
  }

  private func watch() {
    do {
      try MachineThread.start("work watch", clock: nil) { [self] in
        while true {
          let before = state.withLock { $0.served }
          usleep(Self.blocked)
          let (isOver, isBlocked) = state.withLock { state in
            guard !state.jobs.isEmpty else {
              state.isWatched = false
              return (true, false)
            }
            guard state.served == before, state.threads < most else { return (false, false) }
            state.threads += 1
            return (false, true)
          }
          if isBlocked { startThread() }
          if isOver { return }
        }
      }
    } catch {
      state.withLock { $0.isWatched = false }
      handOver()
    }
  }

  /// Runs `body` on this pool and blocks the calling thread until it ends.
  package func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
    let ended = try Wakeup()
    let outcome = Box<Result<Void, any Error>?>(nil)
    Task(executorPreference: self) {
      outcome.value = await Task(executorPreference: self, operation: body).result
      ended.signal()
    }
    while true {
      if let outcome = outcome.value { return try outcome.get() }
      ended.wait()
    }
  }
}
