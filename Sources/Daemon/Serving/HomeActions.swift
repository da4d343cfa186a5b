import AlarmClock
import Control
import Machine

extension RouseDaemon {
  struct HomeAction: Sendable {
    /// For an alarm only the verb, such as `skipped`; otherwise a phrase such as `volume set to 60`.
    var what: String
    var alarm: AlarmView?
    var notes: [String] = []
  }

  /// The defaults of `rouse noise` and `rouse test`.
  private static let noiseVolume = 30
  private static let testLength: Duration = .seconds(3)

  /// Carries out a command of the house with the same functions, and so the same refusals, as the command line.
  func perform(_ name: HomeCommandName, _ given: HomeArguments) async throws -> HomeAction {
    try given.check(for: name)
    switch name {
    case .enable: return try await change(given, .enable, "enabled")
    case .disable: return try await change(given, .disable, "disabled")
    case .set:
      guard given.time != nil || given.days != nil else { throw HomeArguments.missing("time", of: name) }
      let input = AlarmInput(time: given.time, days: given.days)
      let saved = try await commands.alarms.edit(in: ledger, try given.required(\.alarm, "alarm", of: name), input)
      return HomeAction(what: "set for \(saved.alarm.rule)", alarm: saved.alarm, notes: saved.notes)
    case .skip: return try await skip(given)
    case .volume: return try await set(.volume, given, name)
    case .sound: return try await set(.sound, given, name)
    case .brightness: return try await set(.brightness, given, name)
    case .message:
      let text = try given.required(\.text, "text", of: name)
      let reply = try await messages.show(in: ledger, ShowMessage(text: text, span: given.span))
      faceRunner.refresh()
      return HomeAction(what: "message shown", notes: reply.notes)
    case .timer: return try await timer(given)
    case .noise: return try await noise(given)
    case .say:
      let last = Box<PreviewProgress?>(nil)
      try await say(Say(text: given.text, volume: given.volume)) { last.value = $0 }
      return HomeAction(what: given.text == nil ? "time said" : "words said", notes: last.value?.notes ?? [])
    case .test:
      return HomeAction(what: "devices tested", notes: try await testDevices(for: Self.testLength).notes)
    }
  }

  private func change(
    _ given: HomeArguments, _ change: ChangeAlarm.Change, _ word: String
  ) async throws -> HomeAction {
    let alarm = try given.required(\.alarm, "alarm", of: change == .enable ? .enable : .disable)
    let saved = try await commands.alarms.change(in: ledger, alarm, change)
    return HomeAction(what: word, alarm: saved.alarm, notes: saved.notes)
  }

  private func skip(_ given: HomeArguments) async throws -> HomeAction {
    var name = given.alarm
    if name == nil { name = await ledger.show { [views] in views.next?.alarmId } }
    guard let name else {
      throw ControlError(
        .nothingFound, "there is no next ring to skip", why: "no alarm is going to ring", fix: "enable one first")
    }
    let isWanted = given.on ?? true
    let saved = try await commands.alarms.change(in: ledger, name, isWanted ? .skip : .unskip)
    return HomeAction(what: isWanted ? "skipped" : "no longer skipped", alarm: saved.alarm, notes: saved.notes)
  }

  private func set(_ key: SettingKey, _ given: HomeArguments, _ name: HomeCommandName) async throws -> HomeAction {
    let value = try given.required(\.value, "value", of: name)
    let reply = try await commands.settings.change(in: ledger, key.rawValue, to: value)
    var notes = reply.notes
    if key == .volume { notes += await mixer.notes(onVolume: inForce.settings.volume) }
    return HomeAction(what: "\(key.rawValue) set to \(reply.setting.value ?? "default")", notes: notes)
  }

  private func timer(_ given: HomeArguments) async throws -> HomeAction {
    guard let what = given.value ?? given.span else { throw HomeArguments.missing("span", of: .timer) }
    guard given.value == nil || given.span == nil else {
      throw ControlError(
        .usage, "the timer has a preset and a length", why: "it is not clear which is meant; nothing was started",
        fix: "give `value` or `span`")
    }
    let saved = try await commands.timers.start(in: ledger, what, TimerInput(label: given.label))
    return HomeAction(what: "timer of \(DurationText.format(.seconds(saved.timer.length))) started", notes: saved.notes)
  }

  private func noise(_ given: HomeArguments) async throws -> HomeAction {
    guard given.on ?? true else {
      let stopped = noises.stop()?.noise.sound
      return HomeAction(what: "noise stopped", notes: stopped == nil ? ["Nothing played."] : [])
    }
    let sound = try given.required(\.value, "value", of: .noise)
    let span = try given.span.map { try valid(DurationText.parse($0, field: "span")) }
    let reply = try await playNoise(
      PlayNoise(
        sound: sound, volume: given.volume ?? Self.noiseVolume, seconds: span?.wholeSeconds, fadeOutSeconds: 0))
    return HomeAction(what: "noise \(reply.noise.sound) started", notes: reply.notes)
  }
}
