import CALSA
import Hardware

/// What all users of libasound share.
enum ALSALibrary {
  private static let silenced: Void = rouse_alsa_silence()

  /// To be called before anything else of libasound.
  static func prepare() { _ = silenced }

  /// libasound returns a negative errno for a failure.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ result: Number, _ operation: @autoclosure () -> String
  ) throws(HardwareError) -> Number {
    guard result >= 0 else { throw HardwareError(.speaker, operation(), code: Int32(-result)) }
    return result
  }
}
