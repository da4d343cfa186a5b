/// That a processor is hotter than it should be. A Raspberry Pi slows itself down from 80 °C on, and all of it from 85 °C on
/// (its documentation, "Frequency management and thermal control"); that a 3B+ runs a little slower from 60 °C on harms nothing.
enum Heat: Int, Comparable, Sendable {
  case hot = 80
  case tooHot = 85

  /// It swings about the degree at which it slows down. A level ends only so many degrees below the one at which it began.
  static let swing: Double = 3

  /// nil: it is not hot.
  ///
  /// - Parameter last: what it was before.
  init?(at celsius: Double, after last: Heat? = nil) {
    let levels = [Heat.tooHot, .hot]
    let level = levels.first { level in
      let isHeld = last.map { $0 >= level } ?? false
      return celsius >= Double(level.rawValue) - (isHeld ? Self.swing : 0)
    }
    guard let level else { return nil }
    self = level
  }

  static func < (a: Heat, b: Heat) -> Bool { a.rawValue < b.rawValue }
}
