import Hardware
import Synchronization

/// A push button on a GPIO line, which is active while it is pressed.
///
/// Its contacts bounce for some milliseconds. The kernel waits for their rest where it can, which libgpiod 2 asks it for;
/// with libgpiod 1 this does, as the kernel's driver gpio-keys does it.
public final class GPIOButton: Button {
  private struct State {
    var input: (any EdgeInput)?
    var contacts = Debouncer(span: .zero, isPressed: false)
    /// That nobody has been told of.
    var presses = 0
  }

  /// Contacts that do not come to rest, as those of a line that hangs in the air, are looked at no more often than this.
  private static let longestRest: Duration = .milliseconds(320)

  private let debounce: Duration
  private let clock: DeviceClock
  private let listen: @Sendable () throws(HardwareError) -> any EdgeInput
  private let state = Mutex(State())

  /// Touches nothing; `open` takes the line.
  ///
  /// - Parameter debounce: a level has to hold for so long, less than a second.
  public convenience init(_ line: GPIOLine, debounce: Duration = .milliseconds(20)) {
    self.init(debounce: debounce, clock: .monotonic) { () throws(HardwareError) in
      try GPIOInput(.button, line, debounce: debounce)
    }
  }

  init(
    debounce: Duration, clock: DeviceClock, listen: @escaping @Sendable () throws(HardwareError) -> any EdgeInput
  ) {
    self.debounce = debounce
    self.clock = clock
    self.listen = listen
  }

  /// Throws ENODEV: no such chip; ENOENT: no such line; EBUSY: somebody holds it; EACCES: no permission.
  public func open() throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      guard state.input == nil else { return }
      let input = try listen()
      let contacts = Debouncer(span: input.isDebounced ? .zero : debounce, isPressed: try input.isActive())
      state = State(input: input, contacts: contacts)
    }
  }

  public func waitForPress() throws(HardwareError) -> Bool {
    while true {
      let (input, isPressed) = state.withLock { state in
        guard state.input != nil, state.presses > 0 else { return (state.input, false) }
        state.presses -= 1
        return (state.input, true)
      }
      guard !isPressed else { return true }
      guard let input else { return false }
      do throws(HardwareError) {
        try input.waitForEdge()
        try follow(input)
      } catch {
        close()
        throw error
      }
    }
  }

  /// Until the contacts are at rest.
  private func follow(_ input: any EdgeInput) throws(HardwareError) {
    guard note(try input.takeEdges()) else { return }
    guard !input.isDebounced else { return rest(nil) }
    var span = debounce
    repeat {
      clock.sleep(span)
      span = min(span * 2, Self.longestRest)
    } while note(try input.takeEdges()) && state.withLock { $0.input != nil }
    rest(try input.isActive())
  }

  /// False: there were none.
  private func note(_ edges: [InputEdge]) -> Bool {
    state.withLock { state in
      for edge in edges where state.contacts.edge(isActive: edge.isActive, at: edge.moment) { state.presses += 1 }
    }
    return !edges.isEmpty
  }

  private func rest(_ isActive: Bool?) {
    state.withLock { state in if state.contacts.rest(isActive: isActive) { state.presses += 1 } }
  }

  public func close() {
    let input = state.withLock { state in
      defer { state = State() }
      return state.input
    }
    input?.wake()
  }
}
