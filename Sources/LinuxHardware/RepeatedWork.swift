import Hardware
import Synchronization

/// Work that a driver's thread repeats while there is any. An error ends it; the driver's next call throws the error.
final class RepeatedWork<Work: Sendable>: Sendable {
  private struct State {
    /// `nil` if there is nothing to do.
    var work: Work?
    var hasThread = false
    /// The error that ended the thread, for the next call to throw.
    var failure: HardwareError?
  }

  private let role: DeviceRole
  private let name: String
  private let purpose: String
  private let state = Mutex(State())

  /// - Parameter purpose: what the thread does, for error messages.
  init(_ role: DeviceRole, thread name: String, that purpose: String) {
    self.role = role
    self.name = name
    self.purpose = purpose
  }

  /// Changes the work with `body`, which also does its first part, and starts a thread if there is work but no thread.
  /// The thread `run` calls `step` until that returns `nil`. It must not retain the driver, whose `deinit` ends it.
  func change(
    run: @escaping @Sendable () -> Void, _ body: (inout Work?, _ hasThread: Bool) throws(HardwareError) -> Void
  ) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      try body(&state.work, state.hasThread)
      guard state.work != nil, !state.hasThread else { return }
      let code = DetachedThread.start(name, run)
      guard code == 0 else {
        state.work = nil
        throw HardwareError(role, "starting the thread that \(purpose)", code: code)
      }
      state.hasThread = true
    }
  }

  /// Does a part of the work. Returns `nil` to end the thread, if there is no more work or the part has failed.
  func step<Result: Sendable>(_ body: (inout Work) throws(HardwareError) -> Result) -> Result? {
    state.withLock { state in
      guard var work = state.work else {
        state.hasThread = false
        return nil
      }
      do throws(HardwareError) {
        let result = try body(&work)
        state.work = work
        return result
      } catch {
        state = State(failure: error)
        return nil
      }
    }
  }

  /// Ends the work; `body` is the last part of it.
  func end(_ body: () throws(HardwareError) -> Void = {}) {
    state.withLock { state in
      state.work = nil
      do throws(HardwareError) { try body() } catch {
        // The failure has released the device.
      }
    }
  }
}
