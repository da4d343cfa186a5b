import AlarmClock
import Hardware
import Logging
import ScanLine
import Synchronization
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
    /// Counts the calls of `askKeeper`.
    var asked = 0
  }

  let state = Mutex(State())

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
    /// Counts how often the buzzer was switched on.
    var beeps = 0
  }

  let state = Mutex(State())

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
  /// Sets whether an alarm has taken the devices.
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
  private let state = Mutex(State())

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

  /// Counts the calls of `card(for:)`.
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

  func goBlind() {
    for continuation in state.withLock({ state in
      defer { state.looking = [] }
      return state.looking
    }) { continuation.finish() }
  }
}

/// A follower that ignores what the camera sees.
struct NoLooks: LookFollower {
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool { false }
}

/// Records a ringer's reports, in order.
final class Outcomes: RingObserver {
  struct Entry: Hashable, Sendable {
    var outcome: RingOutcome
    var id: RingID
  }
  private let entries = Mutex<[Entry]>([])
  private let steps = Mutex<[RingProgress]>([])
  private let ends = Atomic(0)
  func note(_ news: RingNews) {
    switch news {
    case .progressed(_, let progress): steps.withLock { $0.append(progress) }
    case .ended(let ring): entries.withLock { $0.append(Entry(outcome: ring.outcome, id: ring.armed.id)) }
    case .allEnded: ends.add(1, ordering: .relaxed)
    case .passed, .began, .cardTaken, .clock, .nextRingChanged, .degraded: break
    }
  }
  /// The progress of rings, each time that it was reported for storage.
  var progress: [RingProgress] { steps.withLock { $0 } }
  /// Counts the reports that the last ring has ended.
  var allEnded: Int { ends.load(ordering: .relaxed) }
  var all: [Entry] { entries.withLock { $0 } }
}

/// Waits until a condition holds that other threads bring about. Records an issue and returns `false` if that hangs.
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

extension SpeakerThread {
  /// Creates a thread with the built-in sounds and nothing else around it.
  convenience init(alone output: any AudioOutput, time: any TimeSource) throws {
    let events = EventLog(time: time, log: try quietLog())
    try self.init(
      output, shelf: SoundShelf(), health: DeviceHealth(events: events, time: time), events: events,
      notices: Notices(), time: time)
  }
}
