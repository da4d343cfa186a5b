import CameraNodes
import Control
import Glibc
import Hardware
import LinuxHardware
import Machine
import MockHardware

/// The level of a sound card.
struct MixerLevel: Sendable {
  var card: String
  /// The mixer's element, or `nil` if the card has no mixer and plays at its full level.
  var element: String?
  /// 0…100 %.
  var percent: Int
  var isMuted: Bool
  var isMock = false

  var remedy: String {
    if isMock { return "rouse mock mixer 80" }
    return element.map { "amixer -c \(card) sset '\($0)' 80% unmute" } ?? "alsamixer"
  }
}

/// A look at the system. It may block in the kernel, so callers take it on a separate thread.
struct SystemLook: Sendable {
  var user: String
  var missingGroups: [String]
  /// A failure if the sound card is missing.
  var mixer: Result<MixerLevel?, HardwareError>
  var foundMixer: MixerLevel? { if case .success(let mixer) = mixer { mixer } else { nil } }
  /// Why the camera is missing, or `nil` if it is present or was not looked for.
  var cameraAbsence: HardwareError?
  var machine: MachineLook
  var sharedLines: [SharedLine]
  var freeBytes: Int64?
  var isReadOnly = false
  var fileSystem: String?
}

extension SystemLook {
  /// - Parameter mayAskTheCard: `false` while an alarm rings, whose sound card must not be disturbed.
  init(_ board: Board, folderPath: String, mayAskTheCard: Bool, files: SystemFiles = SystemFiles()) {
    user = UserDatabase.ownName
    missingGroups = Self.missingGroups(board)
    mixer = mayAskTheCard ? Self.mixer(board) : .success(nil)
    cameraAbsence = Self.cameraAbsence(board)
    machine = MachineLook(files, board.needs)
    sharedLines = SharedLine.find(in: board.needs.lines)
    fileSystem = MountTable.fileSystem(of: folderPath)
    var space = statvfs()
    if statvfs(folderPath, &space) == 0 {
      freeBytes = Int64(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize))
      isReadOnly = space.f_flag & UInt(ST_RDONLY) != 0
    }
  }

  /// The look without supply and heat, which were only true at that moment.
  var withoutWhatPasses: SystemLook {
    var look = self
    (look.machine.isUndervolted, look.machine.temperature) = (nil, nil)
    return look
  }

  func tellOfTheSpeaker(_ health: DeviceHealth) {
    let absence: HardwareError? = if case .failure(let error) = mixer { error } else { nil }
    health.looked(for: .speaker, absence)
  }

  /// - Parameter isInUse: whether frames arrive, which say more than this look.
  func tellOfTheCamera(_ health: DeviceHealth, isInUse: Bool) {
    if !isInUse { health.looked(for: .camera, cameraAbsence) }
  }

  /// Root and the mock board need no groups.
  private static func missingGroups(_ board: Board) -> [String] {
    guard getuid() != 0, !board.isMock else { return [] }
    let wanted = Set(DeviceRole.allCases.filter(board.has).compactMap(Remedy.group))
    return wanted.filter { name in
      UserDatabase.group(named: name).map { !UserDatabase.isMember(of: $0) } ?? false
    }.sorted()
  }

  static func mixer(_ board: Board) -> Result<MixerLevel?, HardwareError> {
    guard let card = board.soundCard else {
      guard board.has(.speaker), let speaker = board.mock?.speaker else { return .success(nil) }
      if let absence = absence(.speaker, speaker) { return .failure(absence) }
      let percent = speaker.playback.mixer
      return .success(
        MixerLevel(card: "mock", element: "mixer", percent: percent, isMuted: percent == 0, isMock: true))
    }
    return Result { () throws(HardwareError) in
      let card = try card.found()
      let level = try ALSAMixer.level(of: card)
      return MixerLevel(
        card: card.cardID ?? card.card, element: level?.element, percent: level?.percent ?? 100,
        isMuted: level?.isMuted ?? false)
    }
  }

  /// Searches sysfs without opening a node, so that no camera light comes on.
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

  /// Returns the error of a failing mock. One that stalls is still present.
  private static func absence(_ role: DeviceRole, _ device: any MockDevice) -> HardwareError? {
    guard case .error(let code)? = device.failure else { return nil }
    return HardwareError(role, "looking for it", code: code)
  }
}

/// A GPIO line given to two devices, once by number and once by name. Only the kernel knows that both are the same.
struct SharedLine: Sendable, Hashable {
  /// The devices on the line. A display may appear twice.
  var roles: [DeviceRole]
  /// Such as `line 17 (GPIO17) of pinctrl-bcm2711`.
  var place: String

  /// Finds shared lines without requesting any. Asks the kernel (`report`) only if lines are written in several ways.
  static func find(
    in lines: [BoardNeeds.Line], report: (BoardNeeds.Line) -> GPIOLineReport? = Self.report
  ) -> [SharedLine] {
    let ways = lines.map { line in
      if case .offset = line.wiring.line { "number on \(line.wiring.chip)" } else { "name on \(line.wiring.chip)" }
    }
    guard Set(ways).count > 1 else { return [] }
    var found: [(shared: SharedLine, chip: String, offset: Int)] = []
    for line in lines {
      guard let report = report(line) else { continue }
      if let index = found.firstIndex(where: { $0.chip == report.chipName && $0.offset == report.offset }) {
        found[index].shared.roles.append(line.role)
      } else {
        let name = report.name.map { " (\($0))" } ?? ""
        let place = "line \(report.offset)\(name) of \(report.chipLabel)"
        found.append((SharedLine(roles: [line.role], place: place), report.chipName, report.offset))
      }
    }
    return found.map(\.shared).filter { $0.roles.count > 1 }
  }

  private static func report(_ line: BoardNeeds.Line) -> GPIOLineReport? {
    // The device itself reports why its line is missing.
    do throws(HardwareError) { return try line.wiring.report(for: line.role) } catch { return nil }
  }
}
