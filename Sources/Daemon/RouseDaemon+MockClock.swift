import AlarmClock
import Control
import Glibc
import Machine

extension RouseDaemon {
  /// Has this process run on a mock clock from now on, unless `time` is `nil`. Must be called before anything waits.
  ///
  /// - Parameters:
  ///   - time: when it starts, as people type it, by the clock of `zone`.
  ///   - zone: its time zone; `nil`: the machine's.
  public static func useMockClock(at time: String?, zone: String?) throws(ControlError) {
    guard let time else { return }
    let kept = MockStart.kept
    if let zone = kept?.zone ?? zone {
      try SettingCommands.checkZone(zone)
      setenv("TZ", zone, 1)
    }
    let start: MockStart
    if let kept {
      start = kept
    } else {
      let rules: ZoneRules
      switch SystemZone().read(after: nil) {
      case .success(let data): rules = data.rules
      case .failure(let failure):
        throw ControlError(.badConfiguration, failure.what, why: "--time is a time of that zone", fix: failure.fix)
      }
      do throws(InvalidValue) {
        start = MockStart(now: try MomentText.parse(time, now: SystemTime().now, zone: rules, field: "--time"))
      } catch {
        throw ControlError(error)
      }
    }
    do {
      try VirtualTime(now: start.now, isTrusted: start.isTrusted).install()
    } catch {
      throw cannotStart(error)
    }
  }

  static func needsMockBoard(_ board: String) -> ControlError {
    ControlError(
      .notPermitted, "--time needs a board of mock devices, and \(board) has real ones",
      why: "alarms on real devices ring by the real clock; nothing was changed",
      fix: mockClockCommand)
  }

  static let mockClockCommand =
    "rouse daemon --board mock --time '2027-03-28 01:50' --state /tmp/rouse-mock --socket /tmp/rouse-mock.sock"
}

/// The mock clock at the start of the service. A simulated reboot leaves it in the environment.
struct MockStart {
  private static let variable = "ROUSE_MOCK_START"

  var now: Instant
  var isTrusted = true
  var zone: String?

  static var kept: MockStart? {
    guard let value = getenv(variable) else { return nil }
    let words = String(cString: value).split(separator: " ")
    // For this start alone.
    unsetenv(variable)
    guard words.count == 3, let nanoseconds = Int64(words[0]) else { return nil }
    return MockStart(
      now: Instant(nanoseconds: nanoseconds), isTrusted: words[1] == "trusted", zone: String(words[2]))
  }

  /// Restarts the service in this process with the same options, as after a power cut. Returns only if that fails.
  func reboot() -> SystemError {
    setenv(Self.variable, "\(now.nanoseconds) \(isTrusted ? "trusted" : "untrusted") \(zone ?? "UTC")", 1)
    var words = CommandLine.arguments
    // Nobody waits for it any more.
    if let index = words.firstIndex(of: "--ready-fd") { words.removeSubrange(index...min(index + 1, words.count - 1)) }
    words.removeAll { $0.hasPrefix("--ready-fd=") }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(ProgramPlaces.path(of: "rouse-daemon"), &arguments)
    let error = SystemError("restarting the service", errno)
    for argument in arguments { free(argument) }
    return error
  }
}
