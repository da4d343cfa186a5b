import CALSA
import Hardware

enum ALSALibrary {
  private static let silenced: Void = rouse_alsa_silence()

  /// Silences libasound's messages. Call this before any other function of libasound.
  static func prepare() { _ = silenced }

  /// Throws if a result is negative, which in libasound means a negative errno.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ result: Number, _ operation: @autoclosure () -> String
  ) throws(HardwareError) -> Number {
    guard result >= 0 else { throw HardwareError(.speaker, operation(), code: Int32(-result)) }
    return result
  }
}
