import AlarmClock
import Hardware
import Machine
import ScanLine

enum CameraPurpose: String, Sendable {
  case ring, timer
  case cardAdd = "card add"
  case cardTest = "card test"
  case cameraAim = "camera aim"
  case cameraSnapshot = "camera snapshot"
  case deviceTest = "test devices"
  case bedtime = "test bedtime"
  case doctor
}

protocol CardFinder: Sendable {
  /// Returns what the camera sees from now on. Ends at once without a camera. A ring ends all streams but its own.
  func sights(for purpose: CameraPurpose) -> AsyncStream<Sight>
  func card(for payload: [UInt8]) async -> Card?
}

/// Gives the daemon's camera to one user at a time. A ring takes it from anybody.
struct CameraDesk: CardFinder {
  private struct Holder {
    var purpose: CameraPurpose
    var session: CameraSession
    var number: Int
  }

  private struct State {
    var holder: Holder?
    var count = 0
    var opened: OpenedReport?
    /// May hold the camera for a moment after its end; `nil` once its thread is done.
    weak var last: CameraSession?
  }

  let camera: CameraSource?
  let program: String
  let health: DeviceHealth
  let events: EventLog
  let recognizer: CardRecognizer
  let time: any TimeSource
  var evidence: EvidenceRecorder?
  private let state = Box(State())

  /// The current user if it must not be interrupted. A chime may be, by anybody.
  var holder: CameraPurpose? {
    let purpose = state.withLock { $0.holder?.purpose }
    return purpose == .timer ? nil : purpose
  }

  var opened: OpenedReport? { state.withLock { $0.opened } }

  func sights(for purpose: CameraPurpose) -> AsyncStream<Sight> { sights(for: purpose, picture: nil) }

  /// The stream ends at once if no camera is fitted, or if its user must not be interrupted.
  /// `picture`: the size of the pictures that come, with their sharpness, with each sight; `nil` for none.
  func sights(for purpose: CameraPurpose, picture: PictureSize?) -> AsyncStream<Sight> {
    // At most half a second of frames is buffered, because older ones are useless.
    let (stream, continuation) = AsyncStream<Sight>.makeStream(bufferingPolicy: .bufferingNewest(8))
    guard let camera else { return AsyncStream { $0.finish() } }
    do {
      // Only for rings: nobody who aims the camera or tests a card is photographed.
      let evidence = purpose == .ring ? evidence.flatMap { $0.isOn ? $0 : nil } : nil
      let session = try CameraSession(
        camera: camera, program: program, picture: picture, health: health, time: time, evidence: evidence,
        opened: { [self] report in state.withLock { $0.opened = report } },
        leftOut: { [events] kind in
          events.tellLog(
            "rouse-scan says \"\(kind)\", which this version does not know: it is newer, and the rest is read")
        }, output: continuation)
      let number = try state.withLock { state throws(SystemError) -> Int? in
        let previous = state.holder
        if let previous, purpose != .ring, previous.purpose == .ring { return nil }
        // A person who tests a card or aims the camera is at the clock already, and can stop a chime by a command.
        if previous != nil, purpose == .timer { return nil }
        previous?.session.end()
        // A session that opens the camera before the last one has closed it loses it while waiting for a picture.
        try session.start(after: previous?.session ?? state.last)
        state.last = session
        state.count += 1
        state.holder = Holder(purpose: purpose, session: session, number: state.count)
        return state.count
      }
      guard let number else {
        continuation.finish()
        return stream
      }
      // Discards what a failed session has left.
      _ = evidence?.takeMoment()
      events.append(.cameraOpened, detail: "for \(purpose.rawValue)")
      continuation.onTermination = { [self] _ in
        session.end()
        state.withLock { state in
          if state.holder?.number == number { state.holder = nil }
        }
        // Not here: the caller holds a lock under which tasks are woken (`WorkPool`).
        Task(executorPreference: WorkPool.shared) { [events, recognizer] in
          events.append(.cameraClosed, detail: "for \(purpose.rawValue)")
          await recognizer.forget()
        }
      }
    } catch {
      health.failed(HardwareError(.camera, error.operation, code: error.code))
      continuation.finish()
    }
    return stream
  }

  func card(for payload: [UInt8]) async -> Card? { await recognizer.card(for: payload) }
}
