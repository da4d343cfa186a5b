import CGPIO
import Glibc
import Hardware
import Synchronization

/// A line that reports its edges.
protocol EdgeInput: Sendable {
  /// Whether edges are reported only once the level is stable.
  var isDebounced: Bool { get }
  /// Blocks until there is an edge, or `wake` was called since the last wait.
  func waitForEdge() throws(HardwareError)
  /// Returns and removes the pending edges, oldest first.
  func takeEdges() throws(HardwareError) -> [InputEdge]
  func isActive() throws(HardwareError) -> Bool
  /// Ends another thread's wait, or the next wait if nobody waits.
  func wake()
}

struct InputEdge: Hashable, Sendable {
  var isActive: Bool
  /// The time on a clock that never steps.
  var moment: Duration
}

/// A GPIO input, reserved until this object is released.
final class GPIOInput: EdgeInput {
  let isDebounced: Bool
  private let role: DeviceRole
  private let wiring: GPIOLine
  private let event: WaitEvent
  private let descriptor: Int32
  private let handle: Mutex<InputHandle>

  /// Reserves the line. Throws like `GPIOLine.report`, and EBUSY if the line is in use.
  init(_ role: DeviceRole, _ wiring: GPIOLine, debounce: Duration) throws(HardwareError) {
    event = try WaitEvent(role)
    var line: OpaquePointer?
    var isDebounced = false
    let microseconds = UInt32(clamping: debounce.components.attoseconds / 1_000_000_000_000)
    let code = wiring.withPlace {
      rouse_gpio_listen($0, wiring.isActiveLow, wiring.bias.code, microseconds, &line, &isDebounced)
    }
    guard code == 0, let line else { throw HardwareError(role, wiring.refusal(code), code: code) }
    self.role = role
    self.wiring = wiring
    self.isDebounced = isDebounced
    descriptor = rouse_gpio_input_descriptor(line)
    handle = Mutex(InputHandle(line: line))
  }

  func waitForEdge() throws(HardwareError) {
    let answer = event.wait(for: descriptor, POLLIN)
    guard answer & (POLLERR | POLLHUP | POLLNVAL) == 0 else { throw failure(ENODEV) }
  }

  func takeEdges() throws(HardwareError) -> [InputEdge] {
    try handle.withLock { handle throws(HardwareError) in
      var edges: [InputEdge] = []
      // The kernel queues 16 edges per line; a line that never settles would keep this loop busy forever.
      while edges.count < 64 {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { break }
        var edge = rouse_gpio_edge()
        let code = rouse_gpio_input_take_edge(handle.line, &edge)
        guard code == 0 else { throw failure(code) }
        edges.append(InputEdge(isActive: edge.is_active, moment: .nanoseconds(edge.nanoseconds)))
      }
      return edges
    }
  }

  func isActive() throws(HardwareError) -> Bool {
    try handle.withLock { handle throws(HardwareError) in
      var isActive = false
      let code = rouse_gpio_input_read(handle.line, &isActive)
      guard code == 0 else { throw failure(code) }
      return isActive
    }
  }

  func wake() { event.signal() }

  private func failure(_ code: Int32) -> HardwareError {
    HardwareError(role, "listening to \(wiring.phrase)", code: code)
  }
}

private struct InputHandle: ~Copyable {
  let line: OpaquePointer

  deinit { rouse_gpio_input_release(line) }
}
