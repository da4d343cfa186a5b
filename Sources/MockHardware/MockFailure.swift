import Glibc
import Hardware

/// How a mock device is made to fail.
public enum MockFailure: Hashable, Sendable, CustomStringConvertible {
  /// Every call throws a `HardwareError` with this errno(3) number, as when the device is unplugged or taken.
  case error(Int32)
  /// Calls succeed and nothing happens: a speaker whose played frames no longer advance, a buzzer that stays silent.
  /// A camera's `frame()` waits its 2 s and throws ETIMEDOUT.
  case stall

  /// A failure as people name it: `stall`, an errno's symbol in any case (`EBUSY`) or its number (`16`).
  /// nil when it is none of these.
  public init?(named text: String) {
    if text.lowercased() == "stall" {
      self = .stall
    } else if let code = Errno.code(named: text) {
      self = .error(code)
    } else {
      return nil
    }
  }

  /// `stall`, or the errno's symbol as `EBUSY`.
  public var description: String {
    switch self {
    case .error(let code): Errno.name(code)
    case .stall: "stall"
    }
  }
}

/// What every mock device can do besides its role: fail, and be well again.
public protocol MockDevice: Sendable {
  /// Fails every call from now on, at once also those that are waiting. The device stops whatever it was doing.
  func fail(_ failure: MockFailure)
  /// Ends a failure. The device stays off (and closed, after an error) until it is told otherwise.
  func heal()
  /// nil while the device is well.
  var failure: MockFailure? { get }
}

extension MockDevice {
  /// Fails as broken hardware does, with EIO.
  public func fail() { fail(.error(EIO)) }
}
