import Hardware
import Synchronization

/// A push button on a GPIO line that is active while the button is pressed.
///
/// The contacts bounce for some milliseconds. With libgpiod 2 the kernel filters that if it can; with libgpiod 1 this
/// class does, like the kernel's gpio-keys driver.
public final class GPIOButton: Button {
  private struct State {
    var input: (any EdgeInput)?
    var contacts = Debouncer(span: .zero, isPressed: false)
    /// Presses that `waitForPress` has not returned yet.
    var presses = 0
  }

  /// The longest interval between looks at contacts that never settle, such as those of a floating line.
  private static let longestRest: Duration = .milliseconds(320)

  private let debounce: Duration
  private let clock: DeviceClock
  private let listen: @Sendable () throws(HardwareError) -> any EdgeInput
  private let state = Mutex(State())

  /// Does not access the line before `open`. `debounce` is how long a level must last to count; less than a second.
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

  /// Throws ENODEV or ENOENT if there is no such chip or line, EBUSY if the line is in use, EACCES without permission.
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
