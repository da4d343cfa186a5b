import Glibc
import Synchronization

/// Runs the service's tasks on threads of its own (SE-0417), in place of Dispatch's pool.
///
/// Dispatch wakes once a second, for as long as the process lives, to see whether its threads are blocked. This one looks
/// only while work waits: threads that a hung disk blocks hold up no others here either. A task that prefers no executor
/// still runs on Dispatch's threads. Tasks prefer what their parents do, and those without a parent are started as
/// `Task(executorPreference: WorkPool.shared)`.
///
/// To wake a task that prefers an executor, Swift's runtime locks the task. It holds the same lock while it does what is to
/// happen when the task is cancelled (`onCancel`, `onTermination`). So whoever yields to a stream, resumes a continuation or
/// cancels a task holds no lock of ours that such a handler takes.
package final class WorkPool: TaskExecutor {
  package static let shared = WorkPool()

  private struct State {
    /// In the order in which they came; the first `taken` of them have gone.
    var jobs: [UnownedJob] = []
    var taken = 0
    /// How many were taken since the start.
    var served = 0
    var threads = 0
    /// Those that wait for work, the one that came last at the end: it is taken first, so that the others can end.
    var idle: [Doorbell] = []
    var isWatched = false

    var hasWork: Bool { taken < jobs.count }

    mutating func next() -> UnownedJob? {
      guard hasWork else { return nil }
      defer {
        taken += 1
        served += 1
        if !hasWork || taken == Self.mostTaken {
          jobs.removeFirst(taken)
          taken = 0
        }
      }
      return jobs[taken]
    }

    /// They are forgotten together, which takes less than one by one.
    private static let mostTaken = 256
  }

  /// What a job that has come needs.
  private enum Need { case bell(Doorbell), thread, watch, nothing }

  private let state = Mutex(State())
  private let usual: Int
  private let most: Int
  private let patience: Duration
  /// Waits for all jobs. So the threads do not count as busy.
  private let clock = VirtualTime.installed

  /// So many of the threads that have nothing to do stay.
  private static let lasting = 2
  /// When work waits and none was taken for so long, the threads are taken to be blocked. In microseconds.
  private static let blocked: UInt32 = 100_000

  /// - Parameters:
  ///   - usual: so many threads are started as work comes.
  ///   - most: with those that take the place of blocked ones.
  ///   - patience: threads that have nothing to do for so long end, but for two.
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
      defer { state.isWatched = true }
      return state.isWatched ? .nothing : .watch
    }
    switch need {
    case .bell(let bell): bell.ring()
    case .thread: startThread()
    case .watch: watch()
    case .nothing: break
    }
  }

  /// Starts a thread, which is counted already.
  private func startThread() {
    do {
      // No descriptor a thread: when clients hold all there are, work still gets its threads.
      let bell = try Doorbell()
      try MachineThread.start("work", clock: nil) { [self] in work(bell) }
    } catch {
      state.withLock { $0.threads -= 1 }
      handOver()
    }
  }

  /// Where no thread can be had, Dispatch's do what waits: those that there are may all be blocked.
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
        // Where it is no longer among them, work has come for it.
        guard let index = state.idle.firstIndex(where: { $0 === bell }) else { return false }
        state.idle.remove(at: index)
        guard state.threads > Self.lasting else { return false }
        state.threads -= 1
        return true
      }
      if ends { return }
    }
  }

  /// Starts threads for as long as work waits and nobody takes it.
  private func watch() {
    do {
      try MachineThread.start("work watch", clock: nil) { [self] in
        while true {
          let before = state.withLock { $0.served }
          usleep(Self.blocked)
          let (isOver, isBlocked) = state.withLock { state in
            guard state.hasWork else {
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

  /// Runs it on this pool, and holds the calling thread until it has ended.
  package func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws {
    let ended = try Wakeup()
    let outcome = Box<Result<Void, any Error>?>(nil)
    Task(executorPreference: self) {
      do {
        try await body()
        outcome.value = .success(())
      } catch {
        outcome.value = .failure(error)
      }
      ended.signal()
    }
    while true {
      if let outcome = outcome.value { return try outcome.get() }
      ended.wait()
    }
  }
}
