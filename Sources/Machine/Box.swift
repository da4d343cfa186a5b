import Synchronization

/// A value that a task goes on filling, for whoever waits for it no longer than so long.
package final class Box<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  package init(_ value: Value) { state = Mutex(value) }

  package var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
