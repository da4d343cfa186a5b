import AlarmClock
import Control

/// Checks a duration given with `--for`.
package func checkSpan(_ seconds: Int, isIn range: ClosedRange<Int>) throws(ControlError) {
  guard !range.contains(seconds) else { return }
  let bounds = [range.lowerBound, range.upperBound].map { DurationText.format(.seconds($0)) }
  throw ControlError(
    field: "--for", value: "\(seconds)s", reason: "it must be from \(bounds[0]) to \(bounds[1])",
    remedy: "give a duration in that range")
}

extension ControlError {
  /// Refuses a value that is not valid.
  package init(field: String, value: String, reason: String, remedy: String) {
    self.init(InvalidValue(field: field, value: value, reason: reason, remedy: remedy))
  }
}
