import AlarmClock
import Control
import ControlService
import FoundationEssentials
import Hardware
import Machine
import ScanLine

extension RouseDaemon {
  func addCamera(to router: inout Router) {
    router.on(TakeSnapshot.self) { [self] _ in try await snapshot() }
    router.onStream(AimCamera.self) { [self] command, yield in try await aim(command, yield) }
  }

  /// The first frames of a camera are too dark or too bright, until its exposure has settled.
  private static let settling: Duration = .seconds(1)
  /// Long enough to find a camera again that was just unplugged and plugged in.
  private static let longestWaitForAFrame: Duration = .seconds(10)
  /// The pause after which the camera counts as silent. It delivers 15 frames a second.
  private static let silence: Duration = .seconds(1)

  private func snapshot() async throws -> SightView {
    try checkCamera(withoutOne: "name one in the board file, under `camera`")
    guard let size = PictureSize(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight) else {
      preconditionFailure("the camera's own size is in range")
    }
    let taken = try await time.withDeadline(Self.longestWaitForAFrame) { [self] () -> SightView? in
      var first: Duration?
      var codes = RecentCodes()
      var guidance = Guidance()
      for await sight in desk.sights(for: .cameraSnapshot, picture: size) {
        let now = time.monotonic
        let start = first ?? now
        first = start
        codes.look(at: sight, at: now)
        // Hints from the first frames would only reflect the unsettled exposure.
        if now - start >= Self.settling / 2 { guidance.look(at: sight, at: now) }
        if now - start >= Self.settling {
          let hint = guidance.hint(at: now) ?? Guidance.hint(of: sight)
          return await view(of: sight, codes: codes.payloads(at: now), hint: hint)
        }
      }
      throw cameraLost
    }
    guard let view = taken ?? nil else {
      throw ControlError(
        .nothingFound, "the camera gave no picture within \(DurationText.format(Self.longestWaitForAFrame))",
        why: cameraFailure ?? "it is silent", fix: "see what is wrong with it: `rouse doctor`")
    }
    return view
  }

  private func aim(
    _ command: AimCamera, _ yield: @escaping @Sendable (AimProgress) async throws -> Void
  ) async throws {
    if let seconds = command.seconds { try checkSpan(seconds, isIn: 1...86_400) }
    guard let size = PictureSize(width: command.width, height: command.height),
      (50...10_000).contains(command.milliseconds)
    else {
      throw ControlError(
        .usage, "no such pictures are made", why: "they have 1x1 to 640x480 pixels and come every 50 to 10,000 ms",
        fix: "use the `rouse` command")
    }
    try checkCamera(withoutOne: "name one in the board file, under `camera`")
    let isLost = try await time.withDeadline(command.seconds.map { .seconds($0) }) { [self] in
      try await tell(size, every: .milliseconds(command.milliseconds), yield)
      return true
    }
    if isLost != nil { throw cameraLost }
  }

  private func tell(
    _ size: PictureSize, every interval: Duration, _ yield: @escaping @Sendable (AimProgress) async throws -> Void
  ) async throws {
    let lastFrame = Box(time.monotonic)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        var codes = RecentCodes()
        var due = time.monotonic
        var guidance = Guidance()
        for await sight in desk.sights(for: .cameraAim, picture: size) {
          lastFrame.value = time.monotonic
          let now = time.monotonic
          codes.look(at: sight, at: now)
          guidance.look(at: sight, at: now)
          guard now >= due,
            let view = await view(of: sight, codes: codes.payloads(at: now), hint: guidance.hint(at: now))
          else { continue }
          due = time.monotonic + interval
          try await yield(AimProgress(sight: view))
        }
      }
      group.addTask { [self] in
        while true {
          try await time.sleep(for: Self.silence)
          if time.monotonic - lastFrame.value >= Self.silence {
            try await yield(AimProgress(failure: cameraFailure))
          }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func view(of sight: Sight, codes: [[UInt8]], hint: ReadingHint?) async -> SightView? {
    guard let picture = sight.picture, let sharpness = sight.sharpness else { return nil }
    var seen: [SightView.Code] = []
    for payload in codes {
      let card = await desk.card(for: payload)
      let code = SightView.Code(card: card.map { CardView($0, in: scheduler.zone) })
      if !seen.contains(code) { seen.append(code) }
    }
    // A code that was read was not obstructed.
    let hint = seen.isEmpty ? hint : seen.contains { $0.card == nil } ? .wrongCode : nil
    return SightView(
      brightness: sight.brightness, sharpness: sharpness, codes: seen, hint: hint,
      pixelsPerModule: sight.codes.map(\.pixelsPerModule).min(), hasFocus: desk.opened?.hasFocus,
      picture: PictureView(
        width: picture.width, height: picture.height, pixels: Data(picture.pixels).base64EncodedString()))
  }

  // MARK: Whether the camera is free

  /// - Parameter withoutOne: the fix to offer if no camera is fitted.
  func checkCamera(withoutOne remedy: String) throws(ControlError) {
    guard board.has(.camera) else {
      throw ControlError(
        .notPermitted, "there is no camera", why: "it is not fitted on the board \(board.name)", fix: remedy)
    }
    guard !ringer.isRinging else { throw ControlError.ringing("the camera is watching for the card") }
    if let holder = desk.holder { throw ControlError.cameraTaken(by: holder) }
  }

  private var cameraFailure: String? { health.failure(of: .camera)?.error.description }

  private var cameraLost: ControlError {
    if ringer.isRinging { return ControlError.takenByRing }
    if let holder = desk.holder { return ControlError.cameraTaken(by: holder) }
    return ControlError(
      .tryAgain, "nothing can be seen through the camera", why: cameraFailure ?? "it was let go of",
      fix: "try again; `rouse doctor` says what is wrong")
  }
}

/// The codes of the last second. Each look runs only some of the reader's passes, so it may miss a perfect card.
struct RecentCodes {
  private var codes: [(payload: [UInt8], at: Duration)] = []

  static let memory: Duration = .seconds(1)

  mutating func look(at sight: Sight, at now: Duration) {
    codes.removeAll { now - $0.at > Self.memory }
    for payload in sight.payloads {
      if let index = codes.firstIndex(where: { $0.payload == payload }) {
        codes[index].at = now
      } else {
        codes.append((payload, now))
      }
    }
  }

  /// Returns each payload once, the one in view longest first.
  func payloads(at now: Duration) -> [[UInt8]] {
    codes.filter { now - $0.at <= Self.memory }.map(\.payload)
  }
}

extension ControlError {
  static var takenByRing: ControlError { .ringing("an alarm took the camera") }

  fileprivate static func cameraTaken(by holder: CameraPurpose) -> ControlError {
    ControlError(
      .tryAgain, "the camera is taken", why: "`\(holder.rawValue)` looks through it",
      fix: "wait until that has ended, then try again")
  }

  static func ringing(_ why: String) -> ControlError {
    ControlError(.tryAgain, "an alarm is ringing", why: why, fix: "show the alarm's card first, then try again")
  }
}
