import Synchronization

/// A shared value that a task updates and others read, for example after waiting for a limited time.
package final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  package init(_ value: Value) { state = Mutex(value) }

  package var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { (value) throws(Failure) in try body(&value) }
  }
}

/// Sets a variable and returns the value that it had before.
package func exchange<Value>(_ variable: inout Value, _ new: Value) -> Value {
  defer { variable = new }
  return variable
}
