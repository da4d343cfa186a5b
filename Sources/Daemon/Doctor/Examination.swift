import AlarmClock
import Control
import Glibc
import Hardware
import LinuxHardware

/// Looks at everything an alarm depends on, without a noise.
struct Examination {
  let board: Board
  let outputs: Outputs
  let health: DeviceHealth
  let desk: CameraDesk
  let time: any TimeSource
  let manager: ServiceManager
  /// Does something unless an alarm rings; false while one does.
  let ifIdle: @Sendable (_ body: () -> Void) -> Bool

  /// How long a camera and a speaker may take to show that they work; cameras need a second or two to wake.
  private static let patience: Duration = .seconds(5)

  /// - Parameters:
  ///   - isDaemon: whether this is the service itself, not a look at the board without one.
  ///   - schedulerWhy: why there is no real-time priority.
  func symptoms(
    isDaemon: Bool, schedulerWhy: String?, storage: StorageView?, folderPath: String, cardCount: Int?
  ) async -> Symptoms {
    let (wereTried, brightness) = await tryDevices()
    outputs.checkForHangs()
    let trust = ClockTrust.current()
    return Symptoms(
      board: board.name, boardFile: board.file, isMock: board.isMock, boardWarnings: board.warnings,
      wereDevicesTried: wereTried, devices: devices, user: UserDatabase.ownName, missingGroups: missingGroups,
      mixer: mixer,
      isClockTrusted: trust.trusted, clockWhy: trust.why, hardwareWatchdog: Self.hardwareWatchdog,
      service: isDaemon
        ? Symptoms.Service(
          isUnderSystemd: getenv("INVOCATION_ID") != nil, watchdogInterval: manager.watchdogInterval,
          degradation: schedulerWhy) : nil,
      folder: folder(folderPath, storage), cardCount: cardCount,
      brightness: brightness, camera: brightness == nil ? nil : desk.opened)
  }

  /// Has every device do once more what it does already, and plays silence; tells how bright the camera sees it. While
  /// an alarm rings, what is known of the devices has to do.
  private func tryDevices() async -> (wereTried: Bool, brightness: Int?) {
    let mayTry = ifIdle {
      outputs.tellAgain()
      outputs.playSilence(true)
    }
    guard mayTry else { return (false, nil) }
    async let seen = brightness
    let start = time.monotonic
    while !(outputs.isSettledButForTheSpeaker && outputs.speakerProof != .pending),
      time.monotonic - start < Self.patience
    {
      guard await time.rest(for: .milliseconds(20)) else { break }
    }
    _ = ifIdle { outputs.playSilence(false) }
    return (true, await seen)
  }

  private var brightness: Int? {
    get async {
      guard board.has(.camera) else { return nil }
      return await withTaskGroup(of: Int?.self) { group in
        group.addTask {
          for await sight in desk.sights(for: .doctor) { return sight.brightness }
          return nil
        }
        group.addTask {
          _ = await time.rest(for: Self.patience)
          return nil
        }
        defer { group.cancelAll() }
        let brightness = await group.next() ?? nil
        if brightness == nil, health.failure(of: .camera) == nil {
          health.failed(HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT))
        }
        return brightness
      }
    }
  }

  private var devices: [DeviceRole: Symptoms.Device] {
    Dictionary(
      uniqueKeysWithValues: DeviceRole.allCases.map { role in
        let device = Symptoms.Device(
          isFitted: board.has(role), error: health.failure(of: role)?.error, degradation: board.degradation(of: role))
        return (role, device)
      })
  }

  /// Root may do all, and a mock needs nothing.
  private var missingGroups: [String] {
    guard getuid() != 0, !board.isMock else { return [] }
    let wanted = Set(DeviceRole.allCases.filter(board.has).map(Remedy.group))
    return wanted.filter { name in
      UserDatabase.group(named: name).map { !UserDatabase.isMember(of: $0) } ?? false
    }.sorted()
  }

  private var mixer: Symptoms.Mixer? {
    guard let card = board.soundCard else { return nil }
    do {
      guard let level = try ALSAMixer.level(of: card) else {
        return Symptoms.Mixer(card: card.card, element: nil, percent: 100, isMuted: false)
      }
      return Symptoms.Mixer(card: card.card, element: level.element, percent: level.percent, isMuted: level.isMuted)
    } catch {
      health.failed(error)
      return nil
    }
  }

  private func folder(_ path: String, _ storage: StorageView?) -> Symptoms.Folder? {
    var space = statvfs()
    guard statvfs(path, &space) == 0, let type = MountTable.fileSystem(of: path) else {
      return Symptoms.Folder(
        path: path, freeBytes: .max, fileSystem: "an unknown file system", error: storage?.error ?? Errno.message(errno)
      )
    }
    return Symptoms.Folder(
      path: path, freeBytes: Int64(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize)), fileSystem: type,
      error: storage.map { $0.writable ? nil : $0.error ?? "it is read-only" } ?? nil)
  }

  /// Whether somebody feeds the first watchdog (the kernel's Documentation/ABI/testing/sysfs-class-watchdog).
  private static var hardwareWatchdog: Symptoms.HardwareWatchdog {
    do {
      let state = try Descriptor.contents(of: "/sys/class/watchdog/watchdog0/state")
      return state.starts(with: "active".utf8) ? .active : .idle
    } catch {
      return .missing
    }
  }
}
