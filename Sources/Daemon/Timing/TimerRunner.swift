import AlarmClock
import CLinux
import Hardware
import Machine
import Storage
import Synchronization

protocol ChimeOutputs: ClaimedOutputs {
  var isTakenByAlarm: Bool { get }
  /// Returns why a device cannot chime: it fails, is muted, or is not fitted. `nil` if nothing is known against it.
  func lack(of role: DeviceRole) -> String?
  /// Whether the speaker, motor or buzzer is doing what a chime asked of it.
  func servesChime(_ role: DeviceRole) -> Bool
  var isChimeUnheard: Bool { get }
  /// Lets the buzzer beep for a claimant unless an alarm has it; `nil` gives it back.
  func beep(_ isOn: Bool?, by claimant: Claimant)
}

/// Runs timers and chimes on a thread that sleeps on a timer and never waits for the store. A user's change is stored
/// before it is made here. The hook hears of other changes. No watchdog: a timer must not end the process that rings.
final class TimerRunner: Hook, LookFollower {
  private struct State {
    var table: TimerTable
    /// Cards seen since the chiming began.
    var presence = CardPresence()
    /// The ids of the timers whose chime was heard or felt, of all that chime.
    var heeded: Set<String> = []
    var isHalted = false
  }

  private let state: Mutex<State>
  private let inForce: BookInForce
  private let chimes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let outputs: any ChimeOutputs
  private let scheduler: Scheduler
  private let events: EventLog
  private let time: any TimeSource
  private let trust: TrustWatch
  private let hook: (any Hook)?
  private let started: Duration
  private let wakeup: Wakeup
  private let timer: BootTimer

  /// How long a timer from before a power cut waits for a trusted clock to tell how late it is.
  static let longestWaitForTrust: Duration = .seconds(60)
  /// Shorter delays do not count as late.
  static let punctual: Duration = .seconds(5)

  init(
    timers: [Timer], inForce: BookInForce, outputs: any ChimeOutputs, scheduler: Scheduler, events: EventLog,
    time: any TimeSource, trust: TrustWatch, hook: (any Hook)? = nil
  ) throws(SystemError) {
    state = Mutex(State(table: TimerTable(timers: timers)))
    self.inForce = inForce
    self.outputs = outputs
    self.scheduler = scheduler
    self.events = events
    self.time = time
    self.trust = trust
    self.hook = hook
    started = time.sinceBoot
    wakeup = try Wakeup()
    timer = try BootTimer(waking: wakeup)
  }

  // MARK: Queries

  var reading: ClockReading { time.reading }

  /// In the order in which they were started.
  var all: [Timer] { state.withLock { $0.table.timers } }

  var table: TimerTable { state.withLock { $0.table } }

  /// The countdown on the display, or `nil` if none is shown.
  var countdown: Countdown? {
    let reading = reading
    return inForce.settings.showsCountdown ? state.withLock { $0.table.countdown(at: reading) } : nil
  }

  /// Whether a card can end a chime.
  var isChiming: Bool { state.withLock { $0.table.isChiming } }

  var beginnings: AsyncStream<Void> { chimes.stream }

  func lack(of role: DeviceRole) -> String? { outputs.lack(of: role) }

  func unnoticed(_ plan: ChimePlan) -> String? { plan.unnoticed(isQuiet: isQuiet, lack: outputs.lack) }

  // MARK: Changes

  func put(_ timer: Timer) {
    change {
      $0.table.put(timer)
      // The clock may have been set while the timer was being stored.
      $0.table.renew(at: reading)
    }
  }

  func remove(_ id: String) { change { $0.table.remove(id) } }

  func note(_ news: EngineNews) {
    // Read under the lock, so that no older reading comes after it.
    if case .clock(.stepped) = news { change { $0.table.renew(at: reading) } }
  }

  /// Ends chimes for good. Ids that no longer exist are ignored.
  func stop(_ ids: [String], by whom: String? = nil) {
    let stopped = state.withLock { state in ids.compactMap { state.table.remove($0) } }
    guard !stopped.isEmpty else { return }
    step()
    wakeup.signal()
    for timer in stopped { events.append(.timerStopped, label: timer.name, detail: whom) }
    hook?.note(.timersChanged)
  }

  /// Handles a picture. Any enrolled card that was brought ends the chimes. Returns whether one was left in view.
  @discardableResult
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool {
    let now = time.monotonic
    let (brought, ids, lies) = state.withLock { state -> (Card?, [String], Bool) in
      state.presence.look(at: look, at: now)
      let enrolled = cards.filter(\.isEnrolled)
      let brought = enrolled.first { state.presence.wasBrought($0.id) }
      return (brought, state.table.noticed, brought == nil && !enrolled.isEmpty)
    }
    if let brought { stop(ids, by: "the card \(brought.name)") }
    return lies
  }

  /// Silences the chimes when the daemon ends. The next start reports them.
  func halt() { change { $0.isHalted = true } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    step()
    wakeup.signal()
    hook?.note(.timersChanged)
  }

  // MARK: The thread

  /// Starts the thread, which runs until the process ends.
  func start() throws(SystemError) {
    try MachineThread.start("timers") { [self] in
      // If this is refused, timers still end. The scheduler reports the refusal.
      _ = rouse_use_fifo_priority()
      while true {
        // If nothing is due, a far moment is set, because one that has passed would wake again and again.
        let wait = step() ?? .seconds(1 << 33)
        timer.set(time.sinceBoot + wait)
        timer.wait()
      }
    }
  }

  /// Does what is due now. Returns how long until more is due, or `nil` if nothing will be.
  @discardableResult
  func step() -> Duration? {
    let isTaken = outputs.isTakenByAlarm
    let isQuiet = isQuiet
    let settings = inForce.settings
    let (changes, heeded, wait, isChanged) = state.withLock {
      state -> ([TimerTable.Change], Set<String>, Duration?, Bool) in
      guard !state.isHalted else {
        tell(ChimeDemand())
        return ([], [], nil, false)
      }
      // Before anything changes, because it tells what the devices made of the last demand.
      let heeded = state.heeded.union(served(in: state.table, isQuiet: isQuiet))
      let reading = reading
      // Trust is checked only if it matters.
      let isTrusted = !state.table.goesByTheTimeOfDay(at: reading) || trust.isTrusted
      let before = state.table.timers
      let wasChiming = state.table.isChiming
      let conditions = ChimeConditions(
        isTaken: isTaken, isQuiet: isQuiet, isTrusted: isTrusted,
        isWaitOver: reading.sinceBoot - started >= Self.longestWaitForTrust)
      let changes = state.table.advance(to: reading, conditions, settings: settings)
      // A card that is seen from now on may have been lying there all along.
      if !wasChiming, state.table.isChiming { state.presence = CardPresence() }
      state.heeded = heeded.intersection(state.table.ends.map(\.id))
      // Under the lock, so that the later of two threads has the last word.
      let beeps = tell(state.table.demand(isQuiet: isQuiet))
      let wait = state.table.nextChange(after: reading, beeps: beeps)
      return (changes, heeded, wait, state.table.timers != before)
    }
    for change in changes { note(change, heeded: heeded) }
    if isChanged { hook?.note(.timersChanged) }
    if !changes.isEmpty, isChiming { chimes.continuation.yield() }
    return wait
  }

  private var isQuiet: Bool { inForce.settings.quiet.isQuiet(at: scheduler.zone.local(time.now).time) }

  /// Returns whether the buzzer stands in for the speaker.
  @discardableResult
  private func tell(_ demand: ChimeDemand) -> Bool {
    let beeps = demand.sound != nil && outputs.isChimeUnheard
    outputs.play(demand.sound, by: .timer)
    outputs.vibrate(demand.vibration, by: .timer)
    outputs.beep(beeps ? demand.isBeeping : nil, by: .timer)
    return beeps
  }

  private func served(in table: TimerTable, isQuiet: Bool) -> [String] {
    table.ends.filter { end in
      end.plan.isOn && !end.isWaiting
        && end.plan.unnoticed(isQuiet: isQuiet) { outputs.servesChime($0) ? nil : "it does nothing" } == nil
    }.map(\.id)
  }

  private func note(_ change: TimerTable.Change, heeded: Set<String>) {
    func late(_ duration: Duration) -> String? {
      duration < Self.punctual ? nil : "\(DurationText.format(duration)) late"
    }
    func append(_ kind: Event.Kind, _ timer: Timer, _ details: String?...) {
      let told = details.compactMap(\.self)
      events.append(kind, label: timer.name, detail: told.isEmpty ? nil : told.joined(separator: ", "))
    }
    switch change {
    case .ended(let timer, let plan, let delay, let isWaiting):
      append(
        .timerEnded, timer, late(delay), plan.isOn ? nil : "its chime is off",
        isWaiting ? "an alarm has the devices: it chimes after it" : nil)
    case .resumed(let timer): append(.timerChimed, timer, "the service was started anew")
    case .cameThrough(let timer, let delay):
      append(.timerChimed, timer, "\(DurationText.format(delay)) late", "an alarm had the devices")
    case .over(let timer, let plan):
      let why = heeded.contains(timer.id) ? nil : plan.wentUnnoticed(isQuiet: isQuiet, lack: outputs.lack)
      append(.timerStopped, timer, "by itself", why.map { "NOT NOTICED: \($0)" })
    }
  }

  func settingsChanged() { change { _ in } }
}

extension ChimePlan {
  /// Returns why the end is not noticed, or `nil` if it is or the chime is off. `lack`: why a device does nothing.
  func unnoticed(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    guard isOn, let unheard = unheard(isQuiet: isQuiet, lack: lack) else { return nil }
    guard let unfelt = vibration == .off ? "its vibration is off" : lack(.vibration) else { return nil }
    return "\(unheard), \(unfelt)"
  }

  /// Returns why the end was not noticed while it chimed. `lack`: what is known against a device, perhaps nothing.
  func wentUnnoticed(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    unnoticed(isQuiet: isQuiet, lack: lack)
      ?? unnoticed(isQuiet: isQuiet) { lack($0) ?? "the \($0.rawValue) did nothing" }
  }

  private func unheard(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    if volume == 0 { return "it has no sound" }
    // The buzzer stands in for the speaker.
    if let speaker = lack(.speaker), let buzzer = lack(.buzzer) { return "\(speaker), \(buzzer)" }
    return isQuiet ? "in quiet hours nothing sounds" : nil
  }
}

extension Outputs: ChimeOutputs {
  func lack(of role: DeviceRole) -> String? {
    guard isFitted(role) else { return "no \(role.rawValue) is fitted" }
    if let failure = health.failure(of: role) { return "\(failure.error)" }
    return role == .speaker && mixerVolume == 0 ? "its mixer is muted" : nil
  }

  func servesChime(_ role: DeviceRole) -> Bool {
    guard lack(of: role) == nil else { return false }
    switch role {
    case .speaker: return standing(of: .timer) == .playing
    case .buzzer: return isBeeping(for: .timer)
    default: return isShaking(for: .timer)
    }
  }

  var isChimeUnheard: Bool {
    if lack(of: .speaker) != nil { return true }
    switch standing(of: .timer) {
    case .failing?: return true
    case .starting?, .playing?: return speakerProof == .failed
    case .waiting?, .dispossessed?, SpeakerStanding.none?, nil: return false
    }
  }
}
