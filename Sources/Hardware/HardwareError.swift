import Glibc

/// The device that failed, the attempted operation and the kernel's reason.
public struct HardwareError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  public var device: DeviceRole
  /// A verb phrase, such as "opening hw:CARD=Headphones".
  public var operation: String
  /// The errno(3) of the failed call.
  public var code: Int32

  public init(_ device: DeviceRole, _ operation: String, code: Int32) {
    self.device = device
    self.operation = operation
    self.code = code
  }

  /// The error for a mixer that somebody turned down while the speaker was playing.
  public static func turnedDown(_ mixer: String, to percent: Int) -> HardwareError {
    HardwareError(.speaker, "playing: \(mixer) was turned down to \(percent)%", code: ECANCELED)
  }
  public var isTurnedDown: Bool { device == .speaker && code == ECANCELED }

  /// Calls `body` up to three times, as long as another attempt may help with its error.
  static func retrying<Result>(
    if mayHelp: (Int32) -> Bool, _ body: () throws(HardwareError) -> Result
  ) throws(HardwareError) -> Result {
    for _ in 1..<3 {
      do throws(HardwareError) { return try body() } catch {
        guard mayHelp(error.code) else { throw error }
      }
    }
    return try body()
  }

  public var description: String { "\(device.rawValue): \(operation): \(Errno.name(code)) (\(Errno.message(code)))" }
}

/// The roles of devices on a board; people type these names.
public enum DeviceRole: String, CaseIterable, Hashable, Sendable, Codable {
  case buzzer, vibration, speaker, display, lamp, camera
  case light, room, power, button

  /// Whether the device only observes the surroundings. No ring depends on a sensor, and a board may have none.
  public var isSensor: Bool { [.light, .room, .power, .button].contains(self) }
}
