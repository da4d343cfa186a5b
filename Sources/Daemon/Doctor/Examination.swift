import AlarmClock
import Control
import Glibc
import Hardware
import Machine

/// Examines everything that an alarm depends on, silently.
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
  /// Whether the lamp, once needed, shines steadily (the setting `flash` is off).
  let isSteady: Bool
  var noted: @Sendable (SystemLook) -> Void = { _ in }
  /// Runs `body` unless an alarm rings. Returns `false` if one does.
  let ifIdle: @Sendable (_ body: () -> Void) -> Bool

  /// The time in which a camera and a speaker must show that they work. Cameras need a second or two to start.
  private static let patience: Duration = .seconds(5)

  /// - Parameters:
  ///   - isDaemon: whether this is the service itself, not a look at the board without one.
  ///   - schedulerWhy: why there is no real-time priority, or `nil`.
  ///   - ending: the cards that end the next ring. If empty, the camera does not look for cards.
  func symptoms(
    isDaemon: Bool, schedulerWhy: String?, storage: StorageView?, folderPath: String, cardCount: Int?,
    ending: [Card] = []
  ) async -> Symptoms {
    let (wereTried, seen) = await tryDevices(lookingFor: ending)
    outputs.checkForHangs()
    sensors.checkForHangs()
    let board = board
    let system = await time.look(within: Self.patience) {
      SystemLook(board, folderPath: folderPath, mayAskTheCard: wereTried)
    }
    if let system {
      noted(system)
      if wereTried { system.tellOfTheSpeaker(health) }
      system.tellOfTheCamera(health, isInUse: desk.holder != nil)
    }
    var symptoms = known(system, isDaemon: isDaemon, schedulerWhy: schedulerWhy, cardCount: cardCount)
    symptoms.wereDevicesTried = wereTried
    var folder = Symptoms.Folder(path: folderPath, storage, system)
    if folder.freeBytes == nil || folder.fileSystem == nil { folder.error = folder.error ?? "it cannot be looked at" }
    symptoms.folder = folder
    symptoms.brightness = seen?.brightness
    symptoms.camera = seen == nil ? nil : desk.opened
    let lying = seen?.cardIDs ?? []
    symptoms.lyingCards = ending.filter { lying.contains($0.id) }.map(\.name)
    symptoms.otherCards = ending.filter { !lying.contains($0.id) }.map(\.name)
    return symptoms
  }

  /// Returns what is known now, without using any device.
  ///
  /// - Parameter system: the last look at the system, or `nil` if there was none or it did not return.
  func known(_ system: SystemLook?, isDaemon: Bool, schedulerWhy: String?, cardCount: Int?) -> Symptoms {
    let service = Symptoms.Service(
      isUnderSystemd: getenv("INVOCATION_ID") != nil, watchdogInterval: manager.watchdogInterval,
      degradation: schedulerWhy, tooFewFiles: DescriptorShare.current.problem)
    return Symptoms(
      board: board.name, boardFile: board.file, isMock: board.isMock, boardWarnings: board.warnings,
      wereDevicesTried: false, devices: devices, user: system?.user ?? "this user",
      missingGroups: system?.missingGroups, mixer: system?.foundMixer, isClockTrusted: trust.isTrusted,
      clockWhy: trust.why, restsOnBattery: trust.restsOnBattery, zone: zone.rules.name, zoneTrouble: zone.trouble,
      machine: system?.machine, readings: sensors.readings.latest, power: sensors.readings.power,
      processor: sensors.readings.processor, sharedLines: system?.sharedLines ?? [],
      service: isDaemon ? service : nil, cardCount: cardCount)
  }

  /// Has every device repeat its current state, plays silence, and uses the camera. Does nothing while an alarm rings.
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
    /// The mean gray of the first frame, 0…255.
    var brightness: Int
    var cardIDs: Set<String> = []
  }

  /// Returns `nil` if nothing was seen. Does not interrupt others that use the camera.
  private func look(for ending: [Card]) async -> Seen? {
    guard board.has(.camera), desk.holder == nil else { return nil }
    let seen = Box<Seen?>(nil)
    do {
      let ended: Void? = try await time.withDeadline(Self.patience) { await look(for: ending, seen) }
      // On a slow board the search for cards may not finish in time.
      if ended == nil, seen.value == nil, health.failure(of: .camera) == nil {
        health.failed(HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT))
      }
    } catch {
      // Canceled: nobody waits for the answer.
    }
    return seen.value
  }

  /// Watches until every card in view must have been read, or for one frame if there are no cards to look for.
  private func look(for ending: [Card], _ seen: Box<Seen?>) async {
    var presence = CardPresence()
    var light = LightControl(isSteady: isSteady)
    defer { _ = ifIdle { outputs.light(false) } }
    for await sight in desk.sights(for: .doctor) {
      seen.value = seen.value ?? Seen(brightness: sight.brightness)
      guard !ending.isEmpty else { return }
      // Lit as during a ring, so that it sees what a ring would see.
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
    DeviceRole.allCases.reduce(into: [:]) { devices, role in
      devices[role] = Symptoms.Device(
        isFitted: board.has(role), error: health.failure(of: role)?.error, degradation: board.degradation(of: role),
        note: board.note(of: role))
    }
  }
}
