import AlarmClock
import CameraNodes
import Control
import Glibc
import Hardware
import LinuxHardware
import Machine
import MockHardware

/// What the system has to say of the clock. Each look may block in the kernel, so all are taken aside.
struct SystemLook: Sendable {
  var user: String
  var missingGroups: [String]
  /// Also whether its card is there.
  var mixer: Result<Symptoms.Mixer?, HardwareError>
  /// Why the camera is not there; nil: it is, or nobody looked.
  var cameraAbsence: HardwareError?
  var hardwareWatchdog: Symptoms.HardwareWatchdog
  var freeBytes: Int64?
  var fileSystem: String?

  /// - Parameter mayAskTheCard: false while an alarm rings, whose sound card is not to be disturbed.
  init(_ board: Board, folderPath: String, mayAskTheCard: Bool) {
    user = UserDatabase.ownName
    missingGroups = Self.missingGroups(board)
    mixer = mayAskTheCard ? Self.mixer(board) : .success(nil)
    cameraAbsence = Self.cameraAbsence(board)
    hardwareWatchdog = Self.hardwareWatchdog()
    fileSystem = MountTable.fileSystem(of: folderPath)
    var space = statvfs()
    if statvfs(folderPath, &space) == 0 {
      freeBytes = Int64(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize))
    }
  }

  /// Has it known whether the speaker's card is there.
  func tellOfTheSpeaker(_ health: DeviceHealth) {
    switch mixer {
    case .success: health.looked(for: .speaker, nil)
    case .failure(let error): health.looked(for: .speaker, error)
    }
  }

  /// - Parameter isInUse: what its frames say is worth more than a look.
  func tellOfTheCamera(_ health: DeviceHealth, isInUse: Bool) {
    if !isInUse { health.looked(for: .camera, cameraAbsence) }
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
      guard board.has(.speaker), let speaker = board.mock?.speaker else { return .success(nil) }
      if let absence = absence(.speaker, speaker) { return .failure(absence) }
      let percent = speaker.playback.mixer
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

  /// Found in sysfs: no node is opened, so no light of a camera comes on.
  private static func cameraAbsence(_ board: Board) -> HardwareError? {
    switch board.camera {
    case .device(let identity)?:
      do throws(HardwareError) {
        _ = try CameraFinder().nodes(for: identity)
        return nil
      } catch {
        return error
      }
    case .fed?: return board.mock.flatMap { absence(.camera, $0.camera) }
    case nil: return nil
    }
  }

  /// A mock that stalls is there all the same.
  private static func absence(_ role: DeviceRole, _ device: any MockDevice) -> HardwareError? {
    guard case .error(let code)? = device.failure else { return nil }
    return HardwareError(role, "looking for it", code: code)
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
