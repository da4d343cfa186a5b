import AlarmClock
import Glibc
import Hardware
import Machine
import ScanLine

/// The findings about the system and the devices at one moment.
struct Checkup: Sendable {
  var moment: Instant
  /// `nil` if nobody looked at the system, or the look did not finish in time.
  var system: SystemLook?
  /// `nil` if no device was touched, for example because an alarm rings.
  var trial: DeviceTrial?

  var machine: MachineLook { system?.machine ?? MachineLook() }
}

/// The result of making the devices act.
struct DeviceTrial: Sendable {
  struct Seen: Sendable {
    /// The mean gray of the first frame, 0…255.
    var brightness: Int
    var camera: OpenedReport?
    var cardIDs: Set<String> = []
  }

  /// `nil` if the camera showed nothing.
  var seen: Seen?
}

/// Examines everything that an alarm depends on, silently.
struct Examination {
  let board: Board
  let outputs: Outputs
  let sensors: Sensors
  let desk: CameraDesk
  let time: any TimeSource
  /// Whether the lamp, once needed, shines steadily (the setting `flash` is off).
  let isSteady: Bool
  /// Runs `body` unless an alarm rings. Returns `false` if one does.
  let ifIdle: @Sendable (_ body: () -> Void) -> Bool

  private var health: DeviceHealth { outputs.health }

  /// The time in which a camera and a speaker must show that they work. Cameras need a second or two to start.
  private static let patience: Duration = .seconds(5)

  /// Tries the devices, unless an alarm rings, and looks at the system. If `ending` is empty, it looks for no cards.
  func checkup(_ folderPath: String, lookingFor ending: [Card]) async -> Checkup {
    let trial = await tryDevices(lookingFor: ending)
    outputs.checkForHangs()
    sensors.checkForHangs()
    let board = board
    let system = await time.look(within: Self.patience) {
      SystemLook(board, folderPath: folderPath, mayAskTheCard: trial != nil)
    }
    if let system {
      if trial != nil { system.tellOfTheSpeaker(health) }
      system.tellOfTheCamera(health, isInUse: desk.holder != nil)
    }
    return Checkup(moment: time.now, system: system, trial: trial)
  }

  /// Returns the facts that need no store: those of board, devices, machine and time of day.
  func facts(_ checkup: Checkup, _ trust: ClockTrust, _ zone: ZoneInForce) -> [Fact] {
    let devices = DeviceRole.allCases.filter(board.has).map { role in
      let error = health.failure(of: role)?.error
      return (
        role, DeviceFacts.State(error: error, degradation: board.degradation(of: role), note: board.note(of: role))
      )
    }
    let readings = sensors.readings
    return boardFacts(board, checkup.system)
      + DeviceFacts(
        devices: Dictionary(uniqueKeysWithValues: devices), boardFile: board.file, readings: readings.latest,
        power: readings.power, checkup: checkup
      ).all
      + machineFacts(checkup.machine, processor: readings.processor, isBoardDisturbed: !board.warnings.isEmpty)
      + [clockFact(trust, checkup.machine, isMock: board.isMock), zoneFact(zone)]
  }

  /// Has every device repeat its current state, plays silence, and uses the camera. Does nothing while an alarm rings.
  private func tryDevices(lookingFor ending: [Card]) async -> DeviceTrial? {
    let mayTry = ifIdle {
      outputs.tellAgain()
      sensors.askAgain()
      outputs.playSilence(true)
    }
    guard mayTry else { return nil }
    async let seen = look(for: ending)
    let start = time.monotonic
    while !(outputs.isSettledButForTheSpeaker && outputs.speakerProof != .pending && sensors.isSettled),
      time.monotonic - start < Self.patience
    {
      guard await time.rest(for: .milliseconds(20)) else { break }
    }
    outputs.playSilence(false)
    return DeviceTrial(seen: await seen)
  }

  /// Returns `nil` if nothing was seen. Does not interrupt others that use the camera.
  private func look(for ending: [Card]) async -> DeviceTrial.Seen? {
    guard board.has(.camera), desk.holder == nil else { return nil }
    let seen = Box<DeviceTrial.Seen?>(nil)
    do {
      let ended: Void? = try await time.withDeadline(Self.patience) { await look(for: ending, seen) }
      // On a slow board the search for cards may not finish in time.
      if ended == nil, seen.value == nil, health.failure(of: .camera) == nil {
        health.failed(HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT))
      }
    } catch {
      // Canceled: nobody waits for the answer.
    }
    var result = seen.value
    result?.camera = desk.opened
    return result
  }

  /// Watches until every card in view must have been read, or for one frame if there are no cards to look for.
  private func look(for ending: [Card], _ seen: Box<DeviceTrial.Seen?>) async {
    var presence = CardPresence()
    var light = LightControl(isSteady: isSteady)
    defer { _ = ifIdle { outputs.light(false) } }
    for await sight in desk.sights(for: .doctor) {
      seen.value = seen.value ?? DeviceTrial.Seen(brightness: sight.brightness)
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
}
