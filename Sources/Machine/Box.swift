import Synchronization

/// A shared value that a task updates and others read, for example after waiting for a limited time.
package final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  package init(_ value: Value) { state = Mutex(value) }

  package var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try state.withLock { try body(&$0) }
  }
}

/// Sets a variable and returns the value that it had before.
package func exchange<Value>(_ variable: inout Value, _ new: Value) -> Value {
  defer { variable = new }
  return variable
}
