import AlarmClock
import Control

/// Reads what people typed for previews and noise, and says what is wrong with it.
struct PlayReading {
  var settings: Settings
  /// The ids of the sounds that people can choose, and of those that can be played at this moment.
  var knownSounds: [String]
  var playableSounds: Set<String>
  /// The ids of those that people can fall asleep by.
  var noises: [String]
  var fitting: Fitting

  func preview(_ command: PreviewSound) throws(ControlError) -> Preview {
    try fitting.check(.sound, value: command.sound ?? "", field: "sound preview")
    var changed = settings
    if let sound = command.sound { try set(.sound, to: sound, in: &changed, field: "NAME") }
    if let volume = command.volume { try set(.volume, to: String(volume), in: &changed, field: "--volume") }
    let plan = changed.chime(for: ChimeOverrides())
    return Preview(
      sound: try sound(plan.sound, plan.volume), length: try Self.length(command.seconds),
      whyNothing: plan.volume > 0 ? nil : "the sound is off, or its volume is 0")
  }

  func preview(_ command: PreviewVibration) throws(ControlError) -> Preview {
    try fitting.check(.vibration, value: command.vibration ?? "", field: "vibration preview")
    var changed = settings
    if let vibration = command.vibration { try set(.vibration, to: vibration, in: &changed, field: "LEVEL") }
    if let pattern = command.pattern { try set(.vibrationPattern, to: pattern, in: &changed, field: "--pattern") }
    return Preview(
      shaking: Self.shaking(changed.vibration, changed.vibrationPattern), length: try Self.length(command.seconds),
      whyNothing: changed.vibration == .off ? "the vibration is off" : nil)
  }

  /// Of an alarm: what of it this board can do.
  func preview(_ plan: RingPlan, seconds: Int) throws(ControlError) -> Preview {
    let isHeard = fitting.roles.contains(.speaker)
    let isFelt = fitting.roles.contains(.vibration)
    var preview = Preview(
      sound: isHeard ? try sound(plan.sound, plan.volume) : nil,
      shaking: isFelt ? Self.shaking(plan.vibration, plan.vibrationPattern) : nil, length: try Self.length(seconds))
    if preview.sound == nil, preview.shaking == nil {
      preview.whyNothing = "its sound and its vibration are off, or not supported on this board"
    }
    return preview
  }

  /// How loud it is said, 0…100 per cent.
  func volume(of command: Say) throws(ControlError) -> Int {
    try fitting.check(.sound, value: "", field: "say")
    if let text = command.text {
      let isNothing = text.allSatisfy { $0.isWhitespace }
      guard !isNothing, text.unicodeScalars.count <= Self.longestText else {
        throw ControlError(
          InvalidValue(
            field: "TEXT", value: String(text.prefix(20)),
            reason: isNothing ? "there is nothing to say" : "it has more than \(Self.longestText) characters",
            remedy: "give a sentence or two"))
      }
    }
    var read = settings
    if let volume = command.volume { try set(.volume, to: String(volume), in: &read, field: "--volume") }
    return read.volume
  }

  private static let longestText = 300

  func noise(_ command: PlayNoise) throws(ControlError) -> Noise {
    try fitting.check(.sound, value: command.sound, field: "noise")
    try checkThatThereAreSounds()
    guard noises.contains(command.sound) else {
      let isSound = knownSounds.contains(command.sound)
      throw ControlError(
        InvalidValue(
          field: "NAME", value: command.sound,
          reason: isSound ? "it is no noise, and would wake people up" : "there is no such noise",
          remedy: "choose one of: \(noises.joined(separator: ", "))"))
    }
    var read = Settings()
    try set(.volume, to: String(command.volume), in: &read, field: "--volume")
    if let seconds = command.seconds { try SpanCheck.check(seconds, isIn: 1...86_400) }
    guard command.fadeOutSeconds == 0 || command.seconds != nil else {
      throw ControlError(
        .usage, "--fade-out needs --for", why: "what has no end has no beginning of its end; nothing was changed",
        fix: "say how long it plays: `--for 45m --fade-out 10m`")
    }
    guard (0...(command.seconds ?? 0)).contains(command.fadeOutSeconds) else {
      throw ControlError(
        InvalidValue(
          field: "--fade-out", value: DurationText.format(.seconds(command.fadeOutSeconds)),
          reason: "it is longer than `--for`, of which it is the last part", remedy: "give a shorter one"))
    }
    guard let sound = try sound(command.sound, read.volume) else {
      throw ControlError(
        .usage, "a noise of volume 0 is not played", why: "nobody would hear it; nothing was changed",
        fix: "give `--volume` from 1 to 100, or end the noise: `rouse noise stop`")
    }
    return Noise(
      sound: sound.id, volume: sound.volume, length: command.seconds.map { .seconds($0) },
      fadeOut: .seconds(command.fadeOutSeconds))
  }

  private static func length(_ seconds: Int) throws(ControlError) -> Duration {
    try SpanCheck.check(seconds, isIn: 1...60)
    return .seconds(seconds)
  }

  private func set(
    _ key: SettingKey, to value: String, in settings: inout Settings, field: String
  ) throws(ControlError) {
    if key == .sound { try checkThatThereAreSounds() }
    do { try settings.set(key, to: value, knownSounds: knownSounds, field: field) } catch {
      throw ControlError(error)
    }
  }

  /// nil: off.
  private func sound(_ id: String, _ volume: Int) throws(ControlError) -> Preview.Sound? {
    guard volume > 0 else { return nil }
    try checkThatThereAreSounds()
    guard playableSounds.contains(id) else {
      throw ControlError(
        .nothingFound, "the sound \(id) cannot be played now", why: "it is gone, or is still being prepared",
        fix: "see what there is: `rouse sound list`, then try again",
        stillWorks: "alarms that use it ring with the global default")
    }
    return Preview.Sound(id: id, volume: volume)
  }

  private func checkThatThereAreSounds() throws(ControlError) {
    guard knownSounds.isEmpty else { return }
    throw ControlError(
      .nothingFound, "No sounds available", why: "neither built-in sounds nor those of your own can be read",
      fix: "try again in a moment; `rouse sound list` says what there is",
      stillWorks: "alarms ring with a plain tone, vibration and buzzer")
  }

  private static func shaking(_ strength: Vibration, _ pattern: VibrationPattern) -> Preview.Shaking? {
    strength == .off ? nil : Preview.Shaking(strength: strength, pattern: pattern)
  }
}
