import AlarmClock
import Control
import ControlService
import Glibc
import Hardware
import Sound

/// Plays previews, speech, and noise to fall asleep by.
extension RouseDaemon {
  func addPlaying(to router: inout Router) {
    router.onStream(PreviewSound.self) { [self] in try await preview(try reading.preview($0), $1) }
    router.onStream(PreviewVibration.self) { [self] in try await preview(try reading.preview($0), $1) }
    router.onStream(PreviewAlarm.self) { [self] command, yield in
      let plan = try views.plan(of: command.alarm)
      try await preview(try reading.preview(plan, seconds: command.seconds), yield)
    }
    router.onStream(Say.self) { [self] in try await say($0, $1) }
    router.on(StopPreview.self) { [self] _ in StopPreview.Reply(stopped: previews.stop()) }
    router.on(PlayNoise.self) { [self] in try await playNoise($0) }
    router.on(StopNoise.self) { [self] _ in
      StopNoise.Reply(sound: noises.stop()?.noise.sound)
    }
  }

  private var reading: PlayParser {
    PlayParser(settings: inForce.settings, sounds: shelf.views, fitting: board.fitting)
  }

  private var isAlarmRinging: Bool { ringer.current.contains { $0.state.phase == .ringing } }

  private func preview(
    _ preview: Preview, _ yield: @escaping @Sendable (PreviewProgress) async throws -> Void
  ) async throws {
    if let why = preview.whyNothing {
      return try await yield(PreviewProgress(what: "", milliseconds: 0, total: 0, ended: .nothing, notes: [why]))
    }
    guard !isAlarmRinging else { throw ControlError.ringing("the devices belong to it until its card was seen") }
    let total = preview.length.wholeMilliseconds
    func progress(_ elapsed: Duration) -> PreviewProgress {
      PreviewProgress(what: preview.name, milliseconds: min(total, elapsed.wholeMilliseconds), total: total)
    }
    var isNoted = preview.sound == nil
    var hasBegun = false
    var last = progress(.zero)
    do {
      let ending = try await previews.play(preview) { elapsed, isPlaying in
        last = progress(elapsed)
        if !hasBegun { last.notes = preview.notes }
        hasBegun = true
        if isPlaying, !isNoted {
          isNoted = true
          if let note = await mixer.note { last.notes.append(note) }
        }
        try await yield(last)
      }
      if ending == .timer, !hasBegun {
        throw ControlError(
          .tryAgain, "a timer is at its end", why: "the devices belong to it; nothing was played",
          fix: "end it: `rouse timer stop`, then try again")
      }
      last.ended = ending
      last.notes = []
      if ending == .over { last.milliseconds = total }
    } catch let error as HardwareError {
      let isMotor = error.device == .vibration
      throw unusable(
        error, isMotor ? "the vibration cannot be felt" : "the sound \(preview.sound?.id ?? "") cannot be played")
    }
    try await yield(last)
  }

  func say(
    _ command: Say, _ yield: @escaping @Sendable (PreviewProgress) async throws -> Void
  ) async throws {
    let volume = try reading.volume(of: command)
    guard volume > 0 else {
      return try await preview(Preview(length: .zero, whyNothing: "the volume is 0"), yield)
    }
    guard !isAlarmRinging else { throw ControlError.ringing("the speaker belongs to it until its card was seen") }
    let speech: Speech
    switch try await bulk.run({ await SpeechProgram.say(command.text ?? face.spoken(at: time.now), time: time) }) {
    case .success(let said): speech = said
    case .failure(let problem): throw ControlError(problem)
    }
    shelf.put(speech)
    defer { shelf.take(speech) }
    try await preview(Preview(speech, volume: volume), yield)
  }

  func playNoise(_ command: PlayNoise) async throws -> PlayNoise.Reply {
    let noise = try reading.noise(command)
    guard !isAlarmRinging else { throw ControlError.ringing("the speaker belongs to it until its card was seen") }
    do {
      let playing = try await noises.play(noise)
      let view = noises.view(in: scheduler.zone) ?? NoiseView(playing, .starting, in: scheduler.zone)
      return PlayNoise.Reply(noise: view, notes: [view.state == .playing ? await mixer.note : nil].compactMap(\.self))
    } catch let error as HardwareError {
      throw unusable(error, "the noise \(noise.sound) cannot be played")
    } catch is CancellationError {
      throw ControlError(
        .tryAgain, "the noise \(noise.sound) ended before it was heard",
        why: "another command, or an alarm, came between", fix: "see what plays: `rouse noise`, then try again")
    }
  }

  private func unusable(_ error: HardwareError, _ what: String) -> ControlError {
    let others = [(DeviceRole.speaker, "ring"), (.vibration, "shake"), (.buzzer, "buzz")].filter {
      $0.0 != error.device && board.has($0.0) && health.failure(of: $0.0) == nil
    }.map(\.1)
    let code: ExitCode =
      switch error.code {
      case EBUSY, EAGAIN: .tryAgain
      case EACCES, EPERM: .notPermitted
      default: .internal
      }
    return ControlError(
      code, what, why: "\(error); it was tried again, and fails still",
      fix:
        "\(Remedy(error, user: UserDatabase.ownName, fitted: board.fitting.roles).fix); `rouse doctor` looks at everything",
      stillWorks: others.isEmpty ? nil : "alarms \(others.joined(separator: " and ")); the rest of the clock")
  }
}

extension NoisePlayer {
  func view(in zone: ZoneRules) -> NoiseView? { current.map { NoiseView($0.playing, $0.standing, in: zone) } }
}

extension NoiseView {
  init(_ playing: NoisePlayer.Playing, _ standing: SpeakerStanding, in zone: ZoneRules) {
    let (state, why): (State, String?) =
      switch standing {
      case .playing: (.playing, nil)
      case .starting, .none, .dispossessed: (.starting, nil)
      case .waiting(let claimant): (.waiting, claimant.words)
      case .failing(_, let error): (.failed, "\(error); it is tried again and again")
      }
    self.init(
      sound: playing.noise.sound, volume: playing.noise.volume, since: RFC3339.format(playing.since, in: zone),
      until: playing.until.map { RFC3339.format($0, in: zone) }, fadeOut: playing.noise.fadeOut.wholeSeconds,
      state: state, why: why)
  }
}

extension Claimant {
  fileprivate var words: String {
    switch self {
    case .alarm: "an alarm"
    case .timer: "the end of a timer"
    case .preview: "a preview"
    case .test, .noise, .probe: "a test of the devices"
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int(wholeNanoseconds / 1_000_000) }
}
