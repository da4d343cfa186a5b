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
  var machine: MachineLook
  var sharedLines: [SharedLine]
  var freeBytes: Int64?
  var isReadOnly = false
  var fileSystem: String?

  /// - Parameter mayAskTheCard: false while an alarm rings, whose sound card is not to be disturbed.
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

  /// How the supply is and how hot the processor is was so then, and is not known of now.
  var withoutWhatPasses: SystemLook {
    var look = self
    (look.machine.isUndervolted, look.machine.temperature) = (nil, nil)
    return look
  }

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
    let wanted = Set(DeviceRole.allCases.filter(board.has).compactMap(Remedy.group))
    return wanted.filter { name in
      UserDatabase.group(named: name).map { !UserDatabase.isMember(of: $0) } ?? false
    }.sorted()
  }

  static func mixer(_ board: Board) -> Result<Symptoms.Mixer?, HardwareError> {
    guard let card = board.soundCard else {
      guard board.has(.speaker), let speaker = board.mock?.speaker else { return .success(nil) }
      if let absence = absence(.speaker, speaker) { return .failure(absence) }
      let percent = speaker.playback.mixer
      return .success(
        Symptoms.Mixer(card: "mock", element: "mixer", percent: percent, isMuted: percent == 0, isMock: true))
    }
    do {
      let card = try card.found()
      let id = card.cardID ?? card.card
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
}

/// One GPIO line that a board file gives to two devices, in two ways: by number and by name, or by two names of its chip. The
/// file alone does not tell: the kernel knows which is which.
struct SharedLine: Sendable, Hashable {
  /// Those that have it; a display may be there twice.
  var roles: [DeviceRole]
  /// `line 17 (GPIO17) of pinctrl-bcm2711`.
  var place: String

  /// Takes no line. Asks the kernel only where a file writes lines or chips in more than one way.
  ///
  /// - Parameter report: what the kernel says of a line; nil: it knows none such.
  static func find(
    in lines: [BoardNeeds.Line], report: (BoardNeeds.Line) -> GPIOLineReport? = Self.report
  ) -> [SharedLine] {
    guard Set(lines.map(\.way)).count > 1 else { return [] }
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
    // Why there is none is told by the device itself, which wants the line.
    do throws(HardwareError) { return try line.wiring.report(for: line.role) } catch { return nil }
  }
}

extension BoardNeeds.Line {
  fileprivate var way: String {
    switch wiring.line {
    case .offset: "number on \(wiring.chip)"
    case .name: "name on \(wiring.chip)"
    }
  }
}
