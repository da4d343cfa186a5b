import AlarmClock
import Control
import Glibc
import Hardware
import LinuxHardware
import Machine

/// What the system has to say of the clock. Each look may block in the kernel, so all are taken aside.
struct SystemLook: Sendable {
  var user: String
  var missingGroups: [String]
  var mixer: Result<Symptoms.Mixer?, HardwareError>
  var hardwareWatchdog: Symptoms.HardwareWatchdog
  var freeBytes: Int64?
  var fileSystem: String?

  /// - Parameter mayAskTheCard: false while an alarm rings, whose sound card is not to be disturbed.
  init(_ board: Board, folderPath: String, mayAskTheCard: Bool) {
    user = UserDatabase.ownName
    missingGroups = Self.missingGroups(board)
    mixer = mayAskTheCard ? Self.mixer(board) : .success(nil)
    hardwareWatchdog = Self.hardwareWatchdog()
    fileSystem = MountTable.fileSystem(of: folderPath)
    var space = statvfs()
    if statvfs(folderPath, &space) == 0 {
      freeBytes = Int64(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize))
    }
  }

  /// Root may do all, and a mock needs nothing.
  private static func missingGroups(_ board: Board) -> [String] {
    guard getuid() != 0, !board.isMock else { return [] }
    let wanted = Set(DeviceRole.allCases.filter(board.has).map(Remedy.group))
    return wanted.filter { name in
      UserDatabase.group(named: name).map { !UserDatabase.isMember(of: $0) } ?? false
    }.sorted()
  }

  /// What is in front of the speaker; nil: nothing that can be asked.
  static func mixer(_ board: Board) -> Result<Symptoms.Mixer?, HardwareError> {
    guard let card = board.soundCard else {
      guard board.has(.speaker), let percent = board.mock?.speaker.playback.mixer else { return .success(nil) }
      return .success(
        Symptoms.Mixer(card: "mock", element: "mixer", percent: percent, isMuted: percent == 0, isMock: true))
    }
    let id = card.cardID ?? card.card
    do {
      guard let level = try ALSAMixer.level(of: card) else {
        return .success(Symptoms.Mixer(card: id, element: nil, percent: 100, isMuted: false))
      }
      return .success(
        Symptoms.Mixer(card: id, element: level.element, percent: level.percent, isMuted: level.isMuted))
    } catch {
      return .failure(error)
    }
  }

  /// Whether somebody feeds the first watchdog (the kernel's Documentation/ABI/testing/sysfs-class-watchdog).
  private static func hardwareWatchdog() -> Symptoms.HardwareWatchdog {
    let watchdog = "/sys/class/watchdog/watchdog0"
    guard access(watchdog, F_OK) == 0 else { return .missing }
    do {
      return try Descriptor.contents(of: watchdog + "/state").starts(with: "active".utf8) ? .active : .idle
    } catch {
      // Kernels without CONFIG_WATCHDOG_SYSFS do not tell.
      return .unknown
    }
  }
}
