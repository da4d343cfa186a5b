import AlarmClock
import Control
import ControlService

struct PlayParser {
  var settings: Settings
  /// All sounds, including those that cannot be played at the moment.
  var sounds: [SoundView]
  var fitting: Fitting

  private var playableSounds: [String] { sounds.filter(\.available).map(\.id) }

  func preview(_ command: PreviewSound) throws(ControlError) -> Preview {
    try fitting.check(.sound, value: command.sound ?? "", field: "sound preview")
    var changed = settings
    if let sound = command.sound { try set(.sound, to: sound, in: &changed, field: "NAME") }
    if let volume = command.volume { try set(.volume, to: String(volume), in: &changed, field: "--volume") }
    let plan = changed.chime(for: ChimeOverrides())
    var preview = Preview(
      length: try Self.length(command.seconds),
      whyNothing: plan.volume > 0 ? nil : "the sound is off, or its volume is 0")
    try add(plan.sound, plan.fallbackSound, plan.volume, to: &preview)
    return preview
  }

  func preview(_ command: PreviewVibration) throws(ControlError) -> Preview {
    try fitting.check(.vibration, value: command.vibration ?? "", field: "vibration preview")
    var changed = settings
    if let vibration = command.vibration {
      guard (Vibration.allCases.map(\.rawValue) + [SettingKey.defaultWord]).contains(vibration.lowercased()) else {
        let strengths = Vibration.allCases.filter { $0 != .off }.map(\.rawValue)
        throw Self.unknown(vibration, field: "LEVEL", reason: "there is no such strength", strengths)
      }
      try set(.vibration, to: vibration, in: &changed, field: "LEVEL")
    }
    if let pattern = command.pattern { try set(.vibrationPattern, to: pattern, in: &changed, field: "--pattern") }
    return Preview(
      shaking: Self.shaking(changed.vibration, changed.vibrationPattern), length: try Self.length(command.seconds),
      whyNothing: changed.vibration == .off ? "the vibration is off" : nil)
  }

  func preview(_ plan: RingPlan, seconds: Int) throws(ControlError) -> Preview {
    let isFelt = fitting.roles.contains(.vibration)
    var preview = Preview(
      shaking: isFelt ? Self.shaking(plan.vibration, plan.vibrationPattern) : nil, length: try Self.length(seconds))
    if fitting.roles.contains(.speaker) { try add(plan.sound, plan.fallbackSound, plan.volume, to: &preview) }
    if preview.sound == nil, preview.shaking == nil {
      preview.whyNothing = "its sound and its vibration are off, or not supported on this board"
    }
    return preview
  }

  /// Returns the volume, 0…100 %.
  func volume(of command: Say) throws(ControlError) -> Int {
    try fitting.check(.sound, value: "", field: "say")
    if let text = command.text {
      let isNothing = text.allSatisfy { $0.isWhitespace }
      guard !isNothing, text.unicodeScalars.count <= Self.longestText else {
        throw ControlError(
          field: "TEXT", value: String(text.prefix(20)),
          reason: isNothing ? "there is nothing to say" : "it has more than \(Self.longestText) characters",
          remedy: "give a sentence or two")
      }
    }
    var read = settings
    if let volume = command.volume { try set(.volume, to: String(volume), in: &read, field: "--volume") }
    return read.volume
  }

  private static let longestText = 300

  /// Whether a sound may play as noise: it wakes nobody, or the user has added it.
  static func isNoise(_ sound: SoundView) -> Bool { ["noise", SoundView.own].contains(sound.category) }

  func noise(_ command: PlayNoise) throws(ControlError) -> Noise {
    try fitting.check(.sound, value: command.sound, field: "noise")
    try checkThatThereAreSounds()
    let named = try named(command.sound)
    let noises = sounds.filter(Self.isNoise)
    guard let id = named?.id, noises.contains(where: { $0.id == id }) else {
      throw ControlError(
        field: "NAME", value: command.sound,
        reason: named == nil ? "there is no such noise" : "it is no noise, and would wake people up",
        remedy: "choose one of: \(noises.filter(\.available).map(\.id).joined(separator: ", "))")
    }
    var read = Settings()
    try set(.volume, to: String(command.volume), in: &read, field: "--volume")
    if let seconds = command.seconds { try checkSpan(seconds, isIn: 1...86_400) }
    guard command.fadeOutSeconds == 0 || command.seconds != nil else {
      throw ControlError(
        .usage, "--fade-out needs --for", why: "a noise without an end does not fade out; nothing was changed",
        fix: "say how long it plays: `--for 45m --fade-out 10m`")
    }
    guard (0...(command.seconds ?? 0)).contains(command.fadeOutSeconds) else {
      throw ControlError(
        field: "--fade-out", value: DurationText.format(.seconds(command.fadeOutSeconds)),
        reason: "it is longer than `--for`, of which it is the last part", remedy: "give a shorter one")
    }
    guard read.volume > 0 else {
      throw ControlError(
        .usage, "a noise of volume 0 is not played", why: "nobody would hear it; nothing was changed",
        fix: "give `--volume` from 1 to 100, or end the noise: `rouse noise stop`")
    }
    return Noise(
      sound: id, volume: read.volume, length: command.seconds.map { .seconds($0) },
      fadeOut: .seconds(command.fadeOutSeconds))
  }

  private static func length(_ seconds: Int) throws(ControlError) -> Duration {
    try checkSpan(seconds, isIn: 1...60)
    return .seconds(seconds)
  }

  private func set(
    _ key: SettingKey, to value: String, in settings: inout Settings, field: String
  ) throws(ControlError) {
    var value = value
    if key == .sound {
      try checkThatThereAreSounds()
      if let sound = try named(value) {
        value = sound.id
      } else if ![Settings.noSound, SettingKey.defaultWord].contains(value.lowercased()) {
        throw Self.unknown(value, field: field, reason: "there is no such sound", playableSounds)
      }
    }
    do { try settings.set(key, to: value, knownSounds: playableSounds, field: field) } catch {
      throw ControlError(error)
    }
  }

  private static func unknown(_ value: String, field: String, reason: String, _ choices: [String]) -> ControlError {
    ControlError(
      field: field, value: value, reason: reason, remedy: "choose one of: \(choices.joined(separator: ", "))")
  }

  /// Finds a sound by its ID or name, in upper or lower case, as `rouse sound show` does.
  private func named(_ text: String) throws(ControlError) -> SoundView? {
    guard text != Settings.noSound, text != SettingKey.defaultWord else { return nil }
    let folded = text.lowercased()
    let sound =
      sounds.first { $0.id == text } ?? sounds.first { $0.name == text }
      ?? sounds.first { $0.id.lowercased() == folded } ?? sounds.first { $0.name.lowercased() == folded }
    guard let sound, !sound.available else { return sound }
    throw ControlError(
      .nothingFound, "the sound \(sound.id) cannot be played", why: sound.problem ?? "it is gone",
      fix: sound.fix ?? "see what there is: `rouse sound list`",
      stillWorks: "alarms that use it ring with the global default")
  }

  /// Adds the sound that would ring, which replaces `id` if that is missing.
  private func add(_ id: String, _ fallback: String?, _ volume: Int, to preview: inout Preview) throws(ControlError) {
    guard volume > 0 else { return }
    try checkThatThereAreSounds()
    let playable = playableSounds
    let heard = [id, fallback].compactMap(\.self).first(where: playable.contains) ?? Settings.builtInSound
    preview.sound = Preview.Sound(id: heard, volume: volume)
    if heard != id { preview.notes = ["the sound \(id) cannot be played now: \(heard) rings in its place"] }
  }

  private func checkThatThereAreSounds() throws(ControlError) {
    guard playableSounds.isEmpty else { return }
    throw ControlError(
      .nothingFound, "No sounds available", why: "neither built-in sounds nor those of your own can be read",
      fix: "try again in a moment; `rouse sound list` says what there is",
      stillWorks: "alarms, which ring with a plain tone")
  }

  private static func shaking(_ strength: Vibration, _ pattern: VibrationPattern) -> Preview.Shaking? {
    strength == .off ? nil : Preview.Shaking(strength: strength, pattern: pattern)
  }
}

struct Preview: Hashable, Sendable {
  struct Sound: Hashable, Sendable {
    var id: String
    /// 0…100 %.
    var volume: Int
  }
  struct Shaking: Hashable, Sendable {
    var strength: Vibration
    var pattern: VibrationPattern
  }

  var sound: Sound?
  var shaking: Shaking?
  var length: Duration
  /// Why there is neither sound nor vibration.
  var whyNothing: String?
  var notes: [String] = []
  /// Such as `bell 60%`, `vibration strong, heartbeat`, or both.
  var name: String {
    let heard = sound.map { "\($0.id) \($0.volume)%" }
    let felt = shaking.map { "vibration \($0.strength.rawValue), \($0.pattern.rawValue)" }
    return [heard, felt].compactMap(\.self).joined(separator: "; ")
  }
}

struct Noise: Hashable, Sendable {
  var sound: String
  /// 0…100 %.
  var volume: Int
  /// `nil` if it plays until it is stopped.
  var length: Duration?
  /// The time before the end at which it begins to fade.
  var fadeOut: Duration = .zero

  /// Plays in place of a missing sound. The tone of alarms would wake people.
  static let standIn = "brown"

  /// Such as `rain 30% for 45m, fading out over 10m`.
  var name: String {
    let span = length.map { " for \(DurationText.format($0))" } ?? ""
    let fade = fadeOut > .zero ? ", fading out over \(DurationText.format(fadeOut))" : ""
    return "\(sound) \(volume)%\(span)\(fade)"
  }
}
