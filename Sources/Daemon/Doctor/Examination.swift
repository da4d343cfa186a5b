import AlarmClock
import Control
import Glibc
import Hardware

/// Looks at everything an alarm depends on, without a noise.
struct Examination {
  let board: Board
  let outputs: Outputs
  let health: DeviceHealth
  let desk: CameraDesk
  let time: any TimeSource
  let manager: ServiceManager
  let trust: ClockTrust
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
    let board = board
    let system = await Aside.look(within: Self.patience, time: time) {
      SystemLook(board, folderPath: folderPath, mayAskTheCard: wereTried)
    }
    if case .failure(let error)? = system?.mixer { health.failed(error) }
    return Symptoms(
      board: board.name, boardFile: board.file, isMock: board.isMock, boardWarnings: board.warnings,
      wereDevicesTried: wereTried, devices: devices, user: system?.user ?? "this user",
      missingGroups: system?.missingGroups ?? [], mixer: mixer(system), isClockTrusted: trust.isTrusted,
      clockWhy: trust.why, hardwareWatchdog: system?.hardwareWatchdog ?? .unknown,
      service: isDaemon ? service(schedulerWhy) : nil, folder: folder(folderPath, storage, system),
      cardCount: cardCount, brightness: brightness, camera: brightness == nil ? nil : desk.opened)
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
    outputs.playSilence(false)
    return (true, await seen)
  }

  private enum Look: Sendable {
    case saw(Int)
    /// The camera was taken: by a ring.
    case ended
    case timedOut
  }

  /// nil where nothing was seen; somebody who looks already is not disturbed.
  private var brightness: Int? {
    get async {
      guard board.has(.camera), desk.holder == nil else { return nil }
      let look = await withTaskGroup(of: Look.self) { group in
        group.addTask {
          for await sight in desk.sights(for: .doctor) { return .saw(sight.brightness) }
          return .ended
        }
        group.addTask {
          // Cut short, nobody waits for the answer.
          await time.rest(for: Self.patience) ? .timedOut : .ended
        }
        defer { group.cancelAll() }
        return await group.next() ?? .ended
      }
      switch look {
      case .saw(let brightness): return brightness
      case .ended: return nil
      case .timedOut:
        if health.failure(of: .camera) == nil {
          health.failed(HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT))
        }
        return nil
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

  private func service(_ schedulerWhy: String?) -> Symptoms.Service {
    Symptoms.Service(
      isUnderSystemd: getenv("INVOCATION_ID") != nil, watchdogInterval: manager.watchdogInterval,
      degradation: schedulerWhy)
  }

  private func mixer(_ system: SystemLook?) -> Symptoms.Mixer? {
    guard case .success(let mixer)? = system?.mixer else { return nil }
    return mixer
  }

  private func folder(_ path: String, _ storage: StorageView?, _ system: SystemLook?) -> Symptoms.Folder {
    let refusal = storage.map { $0.writable ? nil : $0.error ?? "it is read-only" } ?? nil
    guard let freeBytes = system?.freeBytes, let fileSystem = system?.fileSystem else {
      return Symptoms.Folder(
        path: path, freeBytes: .max, fileSystem: "an unknown file system", error: refusal ?? "it cannot be looked at")
    }
    return Symptoms.Folder(path: path, freeBytes: freeBytes, fileSystem: fileSystem, error: refusal)
  }
}
