import AlarmClock
import Glibc
import Machine
import ScanLine
import Synchronization

/// Keeps the last pictures of each ring if the user wants that, to find out why a card was not read. The camera sees a
/// bedroom: this is off by default, says that it is on, and deletes its pictures. Files are written on its own thread
/// after the camera was released. No ring waits for them, and it gives up on pictures that it cannot write.
actor EvidenceRecorder: Hook {
  /// The ring for which the camera was used.
  struct Moment: Hashable, Sendable {
    var alarmID: String
    var label: String
    var outcome: String
    var ended: Instant
    /// The value of `State.deletions` when it ended.
    var deletions = 0
  }

  private struct State {
    /// The last ring that ended or began a wake check, until it is taken.
    var last: Moment?
    var waiting = 0
    var wasOn: Bool
    /// The number of rings whose pictures were deleted since `wasOn` changed.
    var deleted = 0
    /// How often everything was deleted. Pictures of earlier rings are not written any more.
    var deletions = 0
  }

  private nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private nonisolated let state: Mutex<State>
  private nonisolated let inForce: BookInForce
  private nonisolated let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private nonisolated let time: any TimeSource
  nonisolated let events: EventLog
  private let trust: TrustWatch
  nonisolated let folder: EvidenceFolder
  private var failure: SystemError?

  /// Keeps a disk that hangs from filling the memory.
  private static let mostWaiting = 2

  init(
    stateFolder: String, inForce: BookInForce, time: any TimeSource, events: EventLog, trust: TrustWatch
  ) throws(SystemError) {
    executor = try ThreadExecutor(name: "evidence")
    folder = EvidenceFolder(path: stateFolder + "/evidence")
    self.inForce = inForce
    state = Mutex(State(wasOn: inForce.settings.keepsEvidence))
    self.time = time
    self.events = events
    self.trust = trust
  }

  // MARK: Called by rings. Nothing here blocks

  nonisolated func note(_ news: EngineNews) {
    switch news {
    case .progressed(let id, let progress): ringWent(on: id, progress)
    case .ended(let ring): ringEnded(ring.outcome, ring.armed)
    default: break
    }
  }

  nonisolated var isOn: Bool { inForce.settings.keepsEvidence }

  nonisolated func ringEnded(_ outcome: RingOutcome, _ armed: ArmedOccurrence) {
    switch outcome {
    case .dismissed: note(armed.plan.alarmID, armed.plan.label, "dismissed")
    case .missed(rang: true): note(armed.plan.alarmID, armed.plan.label, "missed")
    case .missed(rang: false), .skipped: break
    }
  }

  nonisolated func ringWent(on id: RingID, _ progress: RingProgress) {
    guard case .wakeCheck? = progress.rest else { return }
    note(id.alarmID, "", "checking")
  }

  private nonisolated func note(_ alarmID: String, _ label: String, _ outcome: String) {
    let ended = time.now
    state.withLock { state in
      state.last = Moment(
        alarmID: alarmID, label: label, outcome: outcome, ended: ended, deletions: state.deletions)
    }
  }

  /// Returns the last ring once, or `nil` if there is none or its pictures are not wanted any more.
  nonisolated func takeMoment() -> Moment? {
    let isOn = isOn
    let last = state.withLock { exchange(&$0.last, nil) }
    return isOn ? last : nil
  }

  /// Takes the pictures of a ring, newest first, and returns immediately. `closed`: when the camera was released.
  nonisolated func keep(_ frames: [EvidenceReport], of moment: Moment, closed: Instant) {
    let refusal = state.withLock { state -> String? in
      if frames.isEmpty { return "rouse-scan handed over no picture" }
      if state.waiting >= Self.mostWaiting { return "what was kept before is still not written; the disk is slow" }
      state.waiting += 1
      return nil
    }
    if let refusal {
      return events.append(.evidenceFailed, alarmID: moment.alarmID, label: moment.label, detail: refusal)
    }
    Task(executorPreference: WorkPool.shared) {
      await self.write(frames, of: moment, closed: closed)
      self.state.withLock { $0.waiting -= 1 }
    }
  }

  // MARK: The files

  func write(_ frames: [EvidenceReport], of moment: Moment, closed: Instant) {
    // It may have been turned off meanwhile, or everything was deleted.
    guard isOn, state.withLock({ $0.deletions == moment.deletions }) else { return }
    let frames = frames.sorted { $0.age > $1.age }
    let ring = EvidenceFolder.Ring(
      alarmId: moment.alarmID, label: moment.label, outcome: moment.outcome,
      ended: RFC3339.format(moment.ended, in: .utc),
      frames: frames.enumerated().map { index, frame in
        EvidenceFolder.Frame(
          file: "\(index < 9 ? "0" : "")\(index + 1).png",
          // A frame's age counts from the end of its decoding. For the last one, that is after it has ended the ring.
          time: RFC3339.format(min(closed - .milliseconds(frame.age), moment.ended), in: .utc),
          brightness: frame.brightness,
          obstacle: frame.obstacle?.rawValue, codeInView: frame.isCodeInView, passes: frame.passes,
          covered: frame.covered)
      })
    do throws(SystemError) {
      let name = EvidenceFolder.name(at: moment.ended, alarmID: moment.alarmID)
      try folder.write(ring, frames.map { [UInt8]($0.png) }, named: name)
      events.append(
        .evidenceKept, alarmID: moment.alarmID, label: moment.label, detail: "\(frames.count) pictures, as \(name)")
      failure = nil
    } catch {
      noteRefusal(error, alarmID: moment.alarmID)
    }
    prune()
  }

  /// Deletes what is too old or too much, at the start and every six hours; everything, if the setting is off.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        repeat { await self.tidyUp() } while await self.time.rest(for: .seconds(6 * 3600))
      }
      group.addTask { for await _ in self.changes.stream { await self.tidyUp() } }
    }
  }

  private func tidyUp() {
    if isOn { prune() } else { do { try deleteUnwanted() } catch { noteRefusal(error) } }
  }

  /// Deletes everything if the setting is off. Returns the number of rings deleted since the setting changed.
  @discardableResult
  func deleteUnwanted() throws(SystemError) -> Int {
    let count = isOn ? 0 : try deleteAll()
    return state.withLock { state in
      state.deleted += count
      return state.deleted
    }
  }

  private func prune() {
    let now = trust.isTrusted ? time.now : nil
    do throws(SystemError) {
      try folder.deletePartial()
      try folder.delete(EvidenceRetention.surplus(folder.kept(), now: now).map(\.name))
    } catch {
      noteRefusal(error)
    }
  }

  private func noteRefusal(_ error: SystemError, alarmID: String? = nil) {
    // A full disk is reported once.
    if failure?.code != error.code { events.append(.evidenceFailed, alarmID: alarmID, detail: error.description) }
    failure = error
  }

  func deleteAll() throws(SystemError) -> Int {
    state.withLock { $0.deletions += 1 }
    try folder.deletePartial()
    let names = folder.kept().map(\.name)
    try folder.delete(names)
    if !names.isEmpty { events.append(.evidenceDeleted, detail: "of \(EvidenceRetention.rings(names.count))") }
    return names.count
  }

  nonisolated func settingsChanged() {
    let isOn = isOn
    let isChanged = state.withLock { state in
      guard state.wasOn != isOn else { return false }
      (state.wasOn, state.deleted) = (isOn, 0)
      return true
    }
    if isChanged { changes.continuation.yield() }
  }
}

/// Receives the pictures that a `rouse-scan` has kept, on the thread of its session.
struct EvidenceReceiver {
  let line: Descriptor
  let time: any TimeSource
  /// Called when the camera is free for the next user, possibly twice.
  let closed: () -> Void

  /// The child has a low priority, and a busy slow board needs time.
  private static let longest: Duration = .seconds(180)

  /// Returns when the camera was released, and the frames up to the end of the child or `longest`, newest first.
  func frames(_ reader: inout ReportReader) -> (closed: Instant, frames: [EvidenceReport]) {
    defer { closed() }
    var moment = time.now
    var frames: [EvidenceReport] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = time.monotonic + Self.longest
    while frames.count < EvidenceReport.mostFrames, time.monotonic < end {
      var entry = pollfd(fd: line.number, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 1000) > 0 else { continue }
      let count = read(line.number, &buffer, buffer.count)
      guard count > 0 else { break }
      let reports: [ScanReport]
      do { reports = try reader.read(buffer[..<count]) } catch {
        // Nothing that follows on the line can be trusted.
        break
      }
      for report in reports {
        switch report {
        case .closed:
          moment = time.now
          closed()
        case .evidence(let frame): frames.append(frame)
        case .opened, .failed, .frame: break
        }
      }
    }
    return (moment, Array(frames.prefix(EvidenceReport.mostFrames)))
  }
}
