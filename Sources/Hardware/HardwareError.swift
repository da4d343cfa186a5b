import Glibc

/// A device refused: which one, doing what, and the kernel's reason.
public struct HardwareError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The device's role.
  public var device: DeviceRole
  /// What was being done, as a verb phrase: "opening hw:CARD=Headphones".
  public var operation: String
  /// errno(3) of the failed call.
  public var code: Int32

  public init(_ device: DeviceRole, _ operation: String, code: Int32) {
    self.device = device
    self.operation = operation
    self.code = code
  }

  /// Somebody has turned down the mixer in front of the speaker while it played, to so many per cent.
  public static func turnedDown(_ mixer: String, to percent: Int) -> HardwareError {
    HardwareError(.speaker, "playing: \(mixer) was turned down to \(percent)%", code: ECANCELED)
  }
  public var isTurnedDown: Bool { device == .speaker && code == ECANCELED }

  public var description: String { "\(device.rawValue): \(operation): \(Errno.name(code)) (\(Errno.message(code)))" }
}

/// The roles a device can have on a board; the names people type.
public enum DeviceRole: String, CaseIterable, Hashable, Sendable, Codable {
  case buzzer, vibration, speaker, display, lamp, camera
  case light, room, power, button

  /// It tells the clock of its surroundings. No ring depends on it, and a board is whole without it.
  public var isSensor: Bool { [.light, .room, .power, .button].contains(self) }
}
