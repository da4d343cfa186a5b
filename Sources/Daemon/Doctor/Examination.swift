import AlarmClock
import Control
import Glibc
import Hardware
import Machine

/// Looks at everything an alarm depends on, without a noise.
struct Examination {
  let board: Board
  let outputs: Outputs
  let sensors: Sensors
  let health: DeviceHealth
  let desk: CameraDesk
  let time: any TimeSource
  let manager: ServiceManager
  let trust: ClockTrust
  let zone: ZoneInForce
  /// The lamp shines steadily once it is needed (the setting `flash`).
  let isSteady: Bool
  var noted: @Sendable (SystemLook) -> Void = { _ in }
  /// Does something unless an alarm rings; false while one does.
  let ifIdle: @Sendable (_ body: () -> Void) -> Bool

  /// How long a camera and a speaker may take to show that they work; cameras need a second or two to wake.
  private static let patience: Duration = .seconds(5)

  /// - Parameters:
  ///   - isDaemon: whether this is the service itself, not a look at the board without one.
  ///   - schedulerWhy: why there is no real-time priority.
  ///   - ending: the cards that end the next ring; none: nobody looks for cards.
  func symptoms(
    isDaemon: Bool, schedulerWhy: String?, storage: StorageView?, folderPath: String, cardCount: Int?,
    ending: [Card] = []
  ) async -> Symptoms {
    let (wereTried, seen) = await tryDevices(lookingFor: ending)
    outputs.checkForHangs()
    sensors.checkForHangs()
    let board = board
    let system = await Aside.look(within: Self.patience, time: time) {
      SystemLook(board, folderPath: folderPath, mayAskTheCard: wereTried)
    }
    if let system {
      noted(system)
      if wereTried { system.tellOfTheSpeaker(health) }
      system.tellOfTheCamera(health, isInUse: desk.holder != nil)
    }
    var symptoms = known(system, isDaemon: isDaemon, schedulerWhy: schedulerWhy, cardCount: cardCount)
    symptoms.wereDevicesTried = wereTried
    symptoms.folder = folder(folderPath, storage, system)
    symptoms.brightness = seen?.brightness
    symptoms.camera = seen == nil ? nil : desk.opened
    symptoms.lyingCards = ending.filter { seen?.cardIDs.contains($0.id) ?? false }.map(\.name)
    symptoms.otherCards = ending.filter { !(seen?.cardIDs.contains($0.id) ?? false) }.map(\.name)
    return symptoms
  }

  /// What is known at this moment: no device is asked to do anything.
  ///
  /// - Parameter system: what the last look at the system found; nil: there was none, or it did not come back.
  func known(_ system: SystemLook?, isDaemon: Bool, schedulerWhy: String?, cardCount: Int?) -> Symptoms {
    Symptoms(
      board: board.name, boardFile: board.file, isMock: board.isMock, boardWarnings: board.warnings,
      wereDevicesTried: false, devices: devices, user: system?.user ?? "this user",
      missingGroups: system?.missingGroups, mixer: mixer(system), isClockTrusted: trust.isTrusted,
      clockWhy: trust.why, restsOnBattery: trust.restsOnBattery, zone: zone.rules.name, zoneTrouble: zone.trouble,
      machine: system?.machine, readings: sensors.readings.latest, power: sensors.readings.power,
      processor: sensors.readings.processor, sharedLines: system?.sharedLines ?? [],
      service: isDaemon ? service(schedulerWhy) : nil, cardCount: cardCount)
  }

  /// Has every device do once more what it does already, and plays silence; tells how bright the camera sees it. While
  /// an alarm rings, what is known of the devices has to do.
  private func tryDevices(lookingFor ending: [Card]) async -> (wereTried: Bool, seen: Seen?) {
    let mayTry = ifIdle {
      outputs.tellAgain()
      sensors.askAgain()
      outputs.playSilence(true)
    }
    guard mayTry else { return (false, nil) }
    async let seen = look(for: ending)
    let start = time.monotonic
    while !(outputs.isSettledButForTheSpeaker && outputs.speakerProof != .pending && sensors.isSettled),
      time.monotonic - start < Self.patience
    {
      guard await time.rest(for: .milliseconds(20)) else { break }
    }
    outputs.playSilence(false)
    return (true, await seen)
  }

  private struct Seen: Sendable {
    /// The mean grey of the first frame, 0…255.
    var brightness: Int
    var cardIDs: Set<String> = []
  }

  /// nil where nothing was seen; somebody who looks already is not disturbed.
  private func look(for ending: [Card]) async -> Seen? {
    guard board.has(.camera), desk.holder == nil else { return nil }
    let seen = Box<Seen?>(nil)
    do {
      let ended: Void? = try await time.withDeadline(Self.patience) { await look(for: ending, seen) }
      // On a slow board a look for cards may not come to its end.
      if ended == nil, seen.value == nil, health.failure(of: .camera) == nil {
        health.failed(HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT))
      }
    } catch {
      // Cut short, nobody waits for the answer.
    }
    return seen.value
  }

  /// Looks until every card that lies there must have been read; with none to look for, at one frame.
  private func look(for ending: [Card], _ seen: Box<Seen?>) async {
    var presence = CardPresence()
    var light = LightControl(isSteady: isSteady)
    defer { _ = ifIdle { outputs.light(false) } }
    for await sight in desk.sights(for: .doctor) {
      seen.value = seen.value ?? Seen(brightness: sight.brightness)
      guard !ending.isEmpty else { return }
      // As a ring lights it: what it would see then is to be seen now.
      let now = time.monotonic
      light.look(brightness: sight.brightness, obstacle: sight.obstacle, at: now)
      _ = ifIdle { outputs.light(light.isLampOn) }
      let cards = await desk.cards(in: sight)
      presence.look(at: CardPresence.Look(sight, cards: cards, isLightSettled: light.isSettled(at: now)), at: now)
      seen.value?.cardIDs.formUnion(cards.compactMap(\.card?.id))
      if presence.hasLooked { return }
    }
  }

  private var devices: [DeviceRole: Symptoms.Device] {
    Dictionary(
      uniqueKeysWithValues: DeviceRole.allCases.map { role in
        let device = Symptoms.Device(
          isFitted: board.has(role), error: health.failure(of: role)?.error, degradation: board.degradation(of: role),
          note: board.note(of: role))
        return (role, device)
      })
  }

  private func service(_ schedulerWhy: String?) -> Symptoms.Service {
    Symptoms.Service(
      isUnderSystemd: getenv("INVOCATION_ID") != nil, watchdogInterval: manager.watchdogInterval,
      degradation: schedulerWhy, tooFewFiles: DescriptorShare.current.problem)
  }

  private func mixer(_ system: SystemLook?) -> Symptoms.Mixer? {
    guard case .success(let mixer)? = system?.mixer else { return nil }
    return mixer
  }

  private func folder(_ path: String, _ storage: StorageView?, _ system: SystemLook?) -> Symptoms.Folder {
    var folder = Symptoms.Folder(path: path, storage, system)
    if folder.freeBytes == nil || folder.fileSystem == nil { folder.error = folder.error ?? "it cannot be looked at" }
    return folder
  }
}
