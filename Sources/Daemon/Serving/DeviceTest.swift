import AlarmClock
import Control
import Hardware
import Machine

extension RouseDaemon {
  /// Runs every device for `duration`, then the speaker once more. A ring that starts takes the devices over.
  func testDevices(for duration: Duration) async throws -> TestDevices.Reply {
    guard (.seconds(1))...(.seconds(60)) ~= duration else {
      throw ControlError(
        field: "--for", value: DurationText.format(duration), reason: "it has to be from 1s to 60s",
        remedy: "give a duration in that range")
    }
    let settings = inForce.settings
    var isQuiet: Bool { settings.quiet.isQuiet(at: scheduler.zone.local(time.now).time) }
    let sound = SoundDemand(
      sound: settings.sound ?? Settings.builtInSound, volume: settings.volume, start: time.monotonic)
    let began = ringer.ifIdle {
      var demand = RingDemand.silence
      demand.isBuzzing = !isQuiet
      demand.isLit = true
      outputs.apply(demand)
      // Played as its own claim, so that noise resumes after the test.
      outputs.play(isQuiet ? nil : sound, by: .test)
      outputs.vibrate(settings.vibration == .off ? .medium : settings.vibration, by: .test)
      outputs.light(true)
      let brightest = DisplayFace(text: face.brightestText, brightness: ClockFace.ringBrightness)
      // Otherwise the face would replace it a second later.
      face.use(test: brightest)
      outputs.show(brightest)
    }
    guard began else { throw ControlError.ringing("the devices belong to the alarm until its card was seen") }
    events.append(.devicesTested)
    await lookOnce(for: duration)
    outputs.play(nil, by: .test)
    outputs.vibrate(nil, by: .test)
    ringer.ifIdle {
      outputs.apply(.silence)
      outputs.light(false)
    }
    face.use(test: nil)
    faceRunner.refresh()
    let playsAgain = isQuiet ? nil : await SpeakerReplay(outputs: outputs, time: time).run(sound)
    let sounders = [DeviceRole.buzzer, .speaker].filter(outputs.isFitted).map(\.rawValue)
    var notes =
      isQuiet
      ? [
        "quiet is \(settings.quiet.text(settings.timeFormat)): \(sounders.joined(separator: " and ")) stayed silent. "
          + "To hear \(sounders.count == 1 ? "it" : "them"): `rouse quiet off`, then again"
      ]
      : []
    if playsAgain == false {
      notes.append(
        "the speaker played, was closed, and did not play again: an alarm that finds it so rings "
          + (outputs.isFitted(.buzzer) ? "with the buzzer" : "without a sound") + ". "
          + "I2S on a Raspberry Pi 5 may do that until the computer restarts; a USB sound card does not")
    }
    return TestDevices.Reply(devices: deviceViews(in: scheduler.zone), notes: notes)
  }

  /// Keeps the camera open for a while, which updates its health.
  private func lookOnce(for duration: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [desk] in
        for await _ in desk.sights(for: .deviceTest) {}
      }
      // Ends early if the client disconnects; then the devices stop at once.
      _ = await time.rest(for: duration)
      group.cancelAll()
    }
  }

  func deviceViews(in zone: ZoneRules) -> [String: DeviceView] {
    outputs.checkForHangs()
    sensors.checkForHangs()
    return Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0.rawValue, view(of: $0, in: zone)) })
  }

  private func view(of role: DeviceRole, in zone: ZoneRules) -> DeviceView {
    guard board.has(role) else { return DeviceView(health: .notFitted) }
    if let failure = health.failure(of: role) {
      return DeviceView(health: .failed, error: "\(failure.error)", since: RFC3339.format(failure.since, in: zone))
    }
    let degradation = board.degradation(of: role)
    return DeviceView(
      health: degradation == nil ? .ok : .degraded, error: degradation,
      proven: health.proof(of: role).map { RFC3339.format($0, in: zone) })
  }
}

/// Plays again after closing: I2S may play only once per boot (https://github.com/raspberrypi/linux/issues/7322).
struct SpeakerReplay: Sendable {
  let outputs: Outputs
  let time: any TimeSource

  /// Long enough for the device to close, and to hear two separate sounds.
  private static let pause: Duration = .milliseconds(700)
  private static let length: Duration = .milliseconds(500)
  private static let look: Duration = .milliseconds(20)

  /// Returns whether the speaker plays again, or `nil` if it did not play before or another claimant has it now.
  func run(_ sound: SoundDemand) async -> Bool? {
    guard outputs.isFitted(.speaker), outputs.health.failure(of: .speaker) == nil else { return nil }
    guard await wait(within: .seconds(2), until: { outputs.isSpeakerSilent }), await time.rest(for: Self.pause) else {
      return nil
    }
    var sound = sound
    sound.start = time.monotonic
    outputs.play(sound, by: .test)
    defer { outputs.play(nil, by: .test) }
    // A hanging driver reports nothing by itself; `checkForHangs` below detects it.
    _ = await wait(within: SpeakerProof.grace + .seconds(1)) {
      switch outputs.standing(of: .test) {
      case .starting?, .waiting?: false
      default: true
      }
    }
    outputs.checkForHangs()
    switch outputs.standing(of: .test) {
    case .playing?:
      _ = await time.rest(for: Self.length)
      return true
    case .failing?, .starting?: return false
    default: return nil
    }
  }

  /// Returns `false` if the condition was not met in time or the task was canceled.
  private func wait(within limit: Duration, until isSo: () -> Bool) async -> Bool {
    let start = time.monotonic
    while !isSo() {
      guard time.monotonic - start < limit, await time.rest(for: Self.look) else { return false }
    }
    return true
  }
}
