import Machine
import Sound
import Synchronization

/// Samples read seconds ahead on a thread of its own: a slow disk is not heard, and a hanging one silences no ring.
final class ReadAhead: SampleSource {
  /// Opens a sound on its thread, and returns a function for its next samples. Both may block, and throw on failure.
  typealias Opening = @Sendable () throws -> (_ count: Int) throws -> [Float]

  private let shared: Shared
  private let patience: Duration

  /// Begins to read and returns at once. `rate` is in frames per second; `next` gives the sound up after `patience`.
  init(rate: Int, patience: Duration = .milliseconds(250), _ open: @escaping Opening) throws(SystemError) {
    self.patience = patience
    let shared = try Shared(most: rate * Self.secondsAhead)
    self.shared = shared
    try MachineThread.start("sound file") { shared.fill(chunk: max(1, rate / 10), open) }
  }

  deinit { shared.abandon() }

  /// Returns fewer samples than asked for if they can no longer be read, or not in time.
  func next(_ count: Int) -> [Float] { shared.take(count, patience: patience) }

  private static let secondsAhead = 3

  private final class Shared: Sendable {
    private struct State {
      /// Samples before `used` have been taken.
      var samples: [Float] = []
      var used = 0
      /// Reading pauses at this many samples.
      var most: Int
      /// Whether reading has ended: it failed or took too long, or nobody plays the sound anymore.
      var isOver = false

      var count: Int { samples.count - used }
    }

    private let state: Mutex<State>
    private let time: any TimeSource = VirtualTime.installed ?? SystemTime()
    private let filled: Wakeup
    private let drained: Wakeup

    init(most: Int) throws(SystemError) {
      state = Mutex(State(most: most))
      filled = try Wakeup()
      drained = try Wakeup()
    }

    func fill(chunk: Int, _ open: Opening) {
      defer {
        state.withLock { $0.isOver = true }
        filled.signal()
      }
      do {
        let read = try open()
        while !state.withLock({ $0.isOver }) {
          guard state.withLock({ $0.count < $0.most }) else {
            drained.wait()
            continue
          }
          let samples = try read(chunk)
          state.withLock { state in
            // Samples that come after the sound was given up are too late.
            guard !state.isOver else { return }
            state.samples.removeFirst(state.used)
            state.used = 0
            state.samples += samples
          }
          filled.signal()
        }
      } catch {
        // The player gets no more samples, and goes on with another sound.
      }
    }

    func take(_ count: Int, patience: Duration) -> [Float] {
      let start = time.monotonic
      while true {
        let waited = time.monotonic - start
        let taken = state.withLock { state -> [Float]? in
          if waited >= patience { state.isOver = true }
          state.most = max(state.most, 2 * count)
          guard state.count >= count || state.isOver else { return nil }
          let end = min(state.samples.count, state.used + count)
          defer { state.used = end }
          return Array(state.samples[state.used..<end])
        }
        // The reader need not wake before the buffer is half empty.
        if state.withLock({ $0.count < $0.most / 2 }) { drained.signal() }
        if let taken { return taken }
        filled.wait(timeout: patience - waited)
      }
    }

    func abandon() {
      state.withLock { $0.isOver = true }
      drained.signal()
    }
  }
}
