import AlarmClock
import Faces
import Hardware
import Logging
import ScanLine
import Sound
import TestSupport
import Testing

@testable import ControlService
@testable import Daemon
@testable import Machine

/// Outputs that record the demands on them.
final class FakeOutputs: RingOutputs, FaceScreen {
  struct State: Sendable {
    var demand = RingDemand.silence
    /// Counts the starts of the buzzer, because a short pulse may be over before a busy machine looks.
    var buzzes = 0
    var face = DisplayFace(text: "", brightness: nil)
    var isLit = false
    var devices = RingDevices()
    var unfitted: Set<DeviceRole> = []
    var asked = 0
  }

  let state = Box(State())

  var demand: RingDemand { state.withLock { $0.demand } }
  var devices: RingDevices { state.withLock { $0.devices } }
  var buzzes: Int { state.withLock { $0.buzzes } }
  func isFitted(_ role: DeviceRole) -> Bool { !state.withLock { $0.unfitted.contains(role) } }
  func apply(_ demand: RingDemand) {
    state.withLock { state in
      if demand.isBuzzing, !state.demand.isBuzzing { state.buzzes += 1 }
      state.demand = demand
    }
  }
  func show(_ face: DisplayFace) { state.withLock { $0.face = face } }
  func light(_ isOn: Bool) { state.withLock { $0.isLit = isOn } }
  /// Does nothing, because tests ask the keeper themselves.
  func follow(_ keeper: @escaping @Sendable () -> Duration) {}
  func askKeeper() { state.withLock { $0.asked += 1 } }
  var isSilent: Bool { demand == .silence }
}

/// Chime devices that record the demands on them.
final class FakeChimes: ChimeOutputs {
  struct State: Sendable {
    var sound: SoundDemand?
    var vibration: Vibration?
    var isTaken = false
    var lacks: [DeviceRole: String] = [:]
    var isBeeping: Bool?
    var beeps = 0
  }

  let state = Box(State())

  /// - Parameter fitted: the devices that the board has.
  init(fitted roles: Set<DeviceRole> = Set(DeviceRole.allCases)) {
    let missing = Set(DeviceRole.allCases).subtracting(roles)
    state.withLock { $0.lacks = Dictionary(uniqueKeysWithValues: missing.map { ($0, "no \($0.rawValue) is fitted") }) }
  }

  func lack(of role: DeviceRole) -> String? { state.withLock { $0.lacks[role] } }
  func servesChime(_ role: DeviceRole) -> Bool {
    state.withLock { state in
      guard state.lacks[role] == nil else { return false }
      switch role {
      case .speaker: return state.sound != nil
      case .buzzer: return state.isBeeping != nil
      default: return state.vibration.map { $0 != .off } ?? false
      }
    }
  }
  var isChimeUnheard: Bool { lack(of: .speaker) != nil }
  func beep(_ isOn: Bool?, by claimant: Claimant) {
    state.withLock { state in
      if isOn == true, state.isBeeping != true { state.beeps += 1 }
      state.isBeeping = isOn
    }
  }
  var beeps: Int { state.withLock { $0.beeps } }
  func play(_ sound: SoundDemand?, by claimant: Claimant) { state.withLock { $0.sound = sound } }
  func vibrate(_ level: Vibration?, by claimant: Claimant) { state.withLock { $0.vibration = level } }
  var isTakenByAlarm: Bool { state.withLock { $0.isTaken } }
  func take(_ isTaken: Bool) { state.withLock { $0.isTaken = isTaken } }
  var sound: SoundDemand? { state.withLock { $0.sound } }
  var vibration: Vibration? { state.withLock { $0.vibration } }
}

/// A camera that sees what the test says. The payload of a code is the name of its card.
final class FakeCards: CardFinder {
  private struct State {
    var looking: [AsyncStream<Sight>.Continuation] = []
    var openings = 0
    var asked = 0
    var sights = 0
    var endsAtOnce = false
  }

  let cards: [Card]
  private let state = Box(State())

  init(_ cards: [Card], endsAtOnce: Bool = false) {
    self.cards = cards
    state.withLock { $0.endsAtOnce = endsAtOnce }
  }

  func sights(for purpose: CameraPurpose) -> AsyncStream<Sight> {
    let (stream, continuation) = AsyncStream<Sight>.makeStream()
    state.withLock { state in
      state.openings += 1
      if state.endsAtOnce { continuation.finish() } else { state.looking.append(continuation) }
    }
    return stream
  }

  func card(for payload: [UInt8]) async -> Card? {
    state.withLock { $0.asked += 1 }
    return cards.first { Array($0.name.utf8) == payload }
  }

  var asked: Int { state.withLock { $0.asked } }

  var openings: Int { state.withLock { $0.openings } }
  func heal() { state.withLock { $0.endsAtOnce = false } }

  func see(
    _ names: String..., at place: CardPresence.Place = .middle, glows: Bool = false, brightness: Int = 120,
    isCodeInView: Bool = false, obstacle: ReadingObstacle? = nil, isMoving: Bool = false
  ) {
    let (looking, number) = state.withLock { state in
      state.sights += 1
      return (state.looking, state.sights)
    }
    let sight = Sight(
      number: number, brightness: brightness,
      codes: names.map { CodeReport(Array($0.utf8), at: place, glows: glows) }, isCodeInView: isCodeInView,
      obstacle: obstacle, isMoving: isMoving)
    for continuation in looking { continuation.yield(sight) }
  }
}

struct NoLooks: LookFollower {
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool { false }
}

/// Records a ringer's reports, in order.
final class Outcomes: Hook {
  private let endings = Box<[EndedRing]>([])
  private let steps = Box<[RingProgress]>([])
  private let ends = Box(0)
  func note(_ news: EngineNews) {
    switch news {
    case .progressed(_, let progress): steps.withLock { $0.append(progress) }
    case .ended(let ring): endings.withLock { $0.append(ring) }
    case .allEnded: ends.withLock { $0 += 1 }
    default: break
    }
  }
  /// The progress of rings, each time that it was reported for storage.
  var progress: [RingProgress] { steps.withLock { $0 } }
  /// Counts the reports that the last ring has ended.
  var allEnded: Int { ends.value }
  var all: [EndedRing] { endings.value }
}

/// A case of a table with the name that tests print.
struct Named<Case: Sendable>: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var value: Case
}

/// Waits until a condition holds that other threads bring about. Records an issue and returns `false` if that hangs.
@discardableResult
func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows -> Bool {
  var detector = HangDetector()
  while try await !condition() {
    if detector.hangs() {
      Issue.record("\(detector.report)", sourceLocation: sourceLocation)
      return false
    }
    // The pool's few threads belong to the tasks under test. A canceled test need not wait.
    guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return false }
  }
  return true
}

func quietLog() throws -> LogWriter {
  try LogWriter(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
}

func card(_ name: String, id: String? = nil, isEnrolled: Bool = true) -> Card {
  Card(
    id: id ?? "id-\(name)", name: name, digest: Array(name.utf8), isEnrolled: isEnrolled, created: Instant(seconds: 0))
}

extension ZoneInForce {
  /// UTC, in force for a long time.
  static var utc: ZoneInForce { named("UTC") }

  static func named(
    _ name: String, kept: KeptZone.Found = .none, at reading: ClockReading = ManualTime(morning).reading
  ) -> ZoneInForce {
    ZoneInForce(of: SystemZone(localtime: "/nowhere", variable: name), kept: kept, at: reading)
  }
}

/// 2026-11-21T07:00:00Z
let morning = Instant(seconds: 1_795_244_400)

extension Settings {
  /// The defaults with a change.
  init(_ change: (inout Settings) -> Void) {
    self.init()
    change(&self)
  }
}

extension DeviceHealth {
  /// The health of devices that nobody has used yet, with a log of its own.
  init(at time: any TimeSource) throws { self.init(events: EventLog(time: time, log: try quietLog()), time: time) }
}

extension SpeakerThread {
  /// Creates a thread with the built-in sounds and nothing else around it.
  convenience init(alone output: any AudioOutput, time: any TimeSource) throws {
    let health = try DeviceHealth(at: time)
    try self.init(output, shelf: SoundShelf(), health: health, events: health.events, notices: Notices(), time: time)
  }
}

extension CodeReport {
  /// A code centered at `place`, in thousandths of the frame's width and height.
  init(_ payload: [UInt8], at place: CardPresence.Place = .middle, glows: Bool = false) {
    func corner(_ x: Int, _ y: Int) -> FramePoint { FramePoint(x: place.x + x, y: place.y + y) }
    self.init(
      payload: payload,
      outline: Outline(corners: [corner(-50, -60), corner(50, -60), corner(50, 60), corner(-50, 60)]),
      glows: glows)
  }
}

extension CardPresence.Place {
  static let middle = CardPresence.Place(x: 500, y: 500)
}

extension Sight {
  init(
    number: Int = 0, brightness: Int, payloads: [[UInt8]], isCodeInView: Bool = false,
    obstacle: ReadingObstacle? = nil
  ) {
    self.init(
      number: number, brightness: brightness, codes: payloads.map { CodeReport($0) },
      isCodeInView: isCodeInView, obstacle: obstacle)
  }
}

extension Ringer {
  func bring(_ card: Card) -> CardEffect {
    let now = time.monotonic
    for number in 1...CardPresence.cycle {
      look(
        at: CardPresence.Look(number: number, view: .clear),
        at: now - .milliseconds(100) * (CardPresence.cycle - number))
    }
    look(
      at: CardPresence.Look(
        number: CardPresence.cycle + 1, view: .clear, cards: [card.id: CardPresence.Sighting(place: .middle)]), at: now)
    return see(card)
  }
}

extension TimerRunner {
  /// Shows a frame with a card. Its number follows no other frame's.
  @discardableResult
  func show(_ card: Card, at place: CardPresence.Place = .middle) -> Bool {
    look(
      at: CardPresence.Look(number: 0, view: .clear, cards: [card.id: CardPresence.Sighting(place: place)]), [card])
  }
}

extension LedgerRig {
  /// Shows empty frames for `duration`, 15 per second.
  func seeNothing(for duration: Duration) {
    var number = 1
    while .milliseconds(66) * number <= duration {
      time.advance(by: .milliseconds(66))
      timers.look(at: CardPresence.Look(number: number, view: .clear), [])
      number += 1
    }
    timers.step()
  }
}

extension CardPresence.Sighting {
  /// A card centered at `place`, in thousandths of the frame's width and height.
  init(place: CardPresence.Place, glows: Bool = false) {
    let corners = [(-50, -60), (50, -60), (50, 60), (-50, 60)]
    self.init(
      outline: CardPresence.Outline(
        corners.map { CardPresence.Place(x: place.x &+ $0.0, y: place.y &+ $0.1) }), glows: glows)
  }
}

/// A speaker and a vibration motor that record their demands; the test sets their standing.
final class FakeShared: SharedOutputs {
  private struct State {
    var claims = Claims<SoundDemand>()
    var levels: [Vibration] = []
    var shakes = Claims<Vibration>()
    var standing = SpeakerStanding.playing
    var motorFailure: HardwareError?
  }

  private let state = Box(State())

  func play(_ sound: SoundDemand?, by claimant: Claimant) { state.withLock { $0.claims[claimant] = sound } }

  func vibrate(_ level: Vibration?, by claimant: Claimant) {
    state.withLock { state in
      state.shakes[claimant] = level
      if claimant == .preview, let level { state.levels.append(level) }
    }
  }

  func standing(of claimant: Claimant) -> SpeakerStanding? {
    state.withLock { state in
      // A claimant that loses the speaker is told, and withdraws its claim.
      if state.standing == .dispossessed { state.claims[claimant] = nil }
      return state.claims[claimant] == nil && state.standing != .dispossessed ? SpeakerStanding.none : state.standing
    }
  }

  var motorUser: Claimant? { state.withLock { $0.shakes.foremost?.claimant } }
  var motorFailure: HardwareError? { state.withLock { $0.motorFailure } }

  func sound(of claimant: Claimant) -> SoundDemand? { state.withLock { $0.claims[claimant] } }
  func shaking(of claimant: Claimant) -> Vibration? { state.withLock { $0.shakes[claimant] } }
  var levels: [Vibration] { state.withLock { $0.levels } }
  func failMotor(_ error: HardwareError?) { state.withLock { $0.motorFailure = error } }
  func stand(_ standing: SpeakerStanding) { state.withLock { $0.standing = standing } }
}

/// A hum instead of words, in the format that espeak-ng writes.
enum MadeSpeech {
  static func wav(seconds: Double = 0.5) -> [UInt8] {
    let header: [UInt8] = [
      0x52, 0x49, 0x46, 0x46, 0x24, 0xF0, 0xFF, 0x7F, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 0x10, 0, 0, 0,
      1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xAC, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 0x00, 0xF0, 0xFF, 0x7F,
    ]
    let samples = (0..<Int(seconds * 22_050)).map { $0 % 100 < 50 ? 9000 : -9000 }
    return header + samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  static func speech(seconds: Double = 0.5) throws -> Speech { try #require(Speech(wav: wav(seconds: seconds))) }
}
