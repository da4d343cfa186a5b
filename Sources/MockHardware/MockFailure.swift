import Glibc
import Hardware

/// A way in which a mock device fails.
public enum MockFailure: Hashable, Sendable, CustomStringConvertible {
  /// Every call throws a `HardwareError` with this errno(3), as for a device that is unplugged or in use.
  case error(Int32)
  /// Calls succeed without effect: the speaker's played frames stop growing, a buzzer stays silent. A camera's
  /// `frame()` waits 2 s and throws ETIMEDOUT.
  case stall

  /// Parses `stall`, the symbol of an errno in any case (`EBUSY`) or its number (`16`).
  public init?(named text: String) {
    if text.lowercased() == "stall" {
      self = .stall
    } else if let code = Errno.code(named: text) {
      self = .error(code)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .error(let code): Errno.name(code)
    case .stall: "stall"
    }
  }
}

/// The controls of every mock device: make it fail and recover.
public protocol MockDevice: Sendable {
  /// Makes every call fail from now on, including calls that are waiting, and stops the device's current action.
  func fail(_ failure: MockFailure)
  /// Ends a failure. The device stays off (and closed, after an error) until the next command.
  func heal()
  /// `nil` while the device works.
  var failure: MockFailure? { get }
}

extension MockDevice {
  /// Fails with EIO, as broken hardware does.
  public func fail() { fail(.error(EIO)) }
}
