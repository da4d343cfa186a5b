import AlarmClock
import Control

/// Returns a value that somebody typed, or throws a message for the user if it is not valid.
func valid<Value>(_ value: @autoclosure () throws(InvalidValue) -> Value) throws(ControlError) -> Value {
  try validated(value)
}

/// Returns the value of `body`, or throws a message for the user if something that somebody typed is not valid.
func validated<Value>(_ body: () throws(InvalidValue) -> Value) throws(ControlError) -> Value {
  do throws(InvalidValue) { return try body() } catch { throw ControlError(error) }
}
