import Machine
import Sound
import Synchronization

/// The samples of a sound that comes from a disk: read on a thread of its own some seconds ahead, so that a disk that is
/// slow for a moment is not heard, and one that hangs does not silence a ring.
final class ReadAhead: SampleSource {
  /// Opens a sound on its thread, and returns what gives its next samples. Both may block, and throw when there are none.
  typealias Opening = @Sendable () throws -> (_ count: Int) throws -> [Float]

  private let shared: Shared
  private let patience: Duration

  /// Begins to read, and returns at once.
  ///
  /// - Parameters:
  ///   - rate: frames a second.
  ///   - patience: how long `next` waits for samples before it gives the sound up.
  init(rate: Int, patience: Duration = .milliseconds(250), _ open: @escaping Opening) throws(SystemError) {
    self.patience = patience
    let shared = try Shared(most: rate * Self.secondsAhead)
    self.shared = shared
    try MachineThread.start("sound file") { shared.fill(chunk: max(1, rate / 10), open) }
  }

  deinit { shared.abandon() }

  /// Fewer than asked for: it cannot be read any more, or not in time.
  func next(_ count: Int) -> [Float] { shared.take(count, patience: patience) }

  private static let secondsAhead = 3

  private final class Shared: Sendable {
    private struct State {
      /// Those before `used` have gone on.
      var samples: [Float] = []
      var used = 0
      /// So many are enough.
      var most: Int
      /// No more is read: the reading failed or took too long, or nobody plays any more.
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
        // Whoever plays it gets no more, and goes on with another sound.
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
        // Half empty is soon enough.
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
