import AlarmClock

/// Notes for the user on alarms and settings that may wake nobody.
struct VolumeNotes: Sendable {
  let inForce: BookInForce
  let timers: TimerRunner
  let fitting: Fitting

  private static let remedy = "volume 60"

  func notes(on alarm: Alarm) -> [String] {
    let plan = inForce.settings.plan(for: alarm)
    return notesOnSilence(of: alarm, plan) + notesOnLowVolume(of: alarm, plan)
  }

  private func notesOnSilence(of alarm: Alarm, _ plan: RingPlan) -> [String] {
    var notes: [String] = []
    if alarm.overrides.flashes == true, !plan.flashes {
      notes.append(
        "It does not flash: the setting `flash` is off, for all alarms. To allow it: `rouse settings set flash on`")
    }
    if !plan.flashes, wakesByLightAndVibration(plan) { notes.append("It has \(riskOfSteadyLight)") }
    notes += noteOnNothingEarly(plan)
    let snoozeCards = inForce.book.cards.filter { $0.kind == .snooze }
    if alarm.overrides.snoozes ?? 0 > 0, !snoozeCards.contains(where: \.isEnrolled) {
      notes.append(
        snoozeCards.first.map {
          "Nothing snoozes it yet: the snooze card \($0.name) waits to be seen. To show it to the camera: `rouse card test`"
        } ?? "Nothing snoozes it yet: no snooze card is enrolled. To make one: "
          + "`rouse card new bedside --kind snooze --output bedside.png`")
    }
    if plan.speaks, plan.volume == 0 { notes.append("It says nothing, as it has no sound to say it over.") }
    return notes
  }

  private func noteOnNothingEarly(_ plan: RingPlan) -> [String] {
    let others = [(SettingKey.sound, "sound"), (.vibration, "vibration")].filter { fitting.supports($0.0) }.map(\.1)
    guard plan.volume == 0, !plan.isNoticedEarly(on: fitting.ringDevices), !others.isEmpty else { return [] }
    let names = others.joined(separator: " and ")
    let sentence = names.prefix(1).uppercased() + names.dropFirst() + (others.count == 1 ? " is" : " are") + " off"
    return ["\(sentence): \(hasBuzzer ? "the buzzer rings" : loudSpeaker) at once."]
  }

  private var hasBuzzer: Bool { fitting.roles.contains(.buzzer) }
  private var loudSpeaker: String { "the speaker plays at \(RingState.standInVolume) %" }

  /// Whether light and vibration are all that wakes. Without a display, the steady light does not count.
  private func wakesByLightAndVibration(_ plan: RingPlan) -> Bool {
    fitting.hasLight && plan.wakesByLightAndVibration(on: fitting.ringDevices)
  }

  private func notesOnLowVolume(of alarm: Alarm, _ plan: RingPlan) -> [String] {
    guard alarm.isEnabled, let low = low(alarm, plan) else { return [] }
    let isOwn = alarm.overrides.volume != nil
    let way = isOwn ? "rouse alarm edit \(alarm.id) --\(Self.remedy)" : "rouse settings set \(Self.remedy)"
    return ["Its volume of \(text(low, plan.vibration)): \(risk(plan)). Raise it: `\(way)`"]
  }

  func notes(after key: SettingKey) -> [String] {
    // An alarm that inherits everything.
    let plan = inForce.settings.plan(for: Alarm(id: "", recurrence: .instant(.min)))
    guard [.sound, .volume, .vibration].contains(key),
      let low = low(plan.volume, of: inForce.settings.volume, plan.vibration), low.isAlone || key != .vibration
    else { return [] }
    return [
      "A volume of \(text(low, plan.vibration)): \(risk(plan)). Raise it: `rouse settings set \(Self.remedy)`"
    ]
  }

  /// Notes on alarms that wake only by light and vibration while flashing is off.
  var notesOnSteadyLight: [String] {
    let book = inForce.book
    let names = book.alarms.filter { $0.isEnabled && wakesByLightAndVibration(book.settings.plan(for: $0)) }.map(\.name)
    guard !book.settings.flashes, !names.isEmpty else { return [] }
    return ["\(names.firstTen) \(names.count == 1 ? "has" : "have") \(riskOfSteadyLight)"]
  }

  private var riskOfSteadyLight: String {
    "no sound, so light and vibration are all that wakes before \(hasBuzzer ? "the buzzer" : loudSpeaker), and steady "
      + "light is easier to sleep through."
      + (fitting.supports(.sound) ? " To add a sound: `rouse alarm edit ALARM --sound tone --volume 60`" : "")
  }

  func notes(on own: ChimeOverrides) -> [String] {
    let plan = inForce.settings.chime(for: own)
    guard plan.isOn, timers.lack(of: .speaker) == nil,
      let low = low(plan.volume, of: own.volume ?? inForce.settings.volume, plan.vibration),
      low.isAlone || own.volume.map({ $0 != inForce.settings.volume }) ?? false
    else { return [] }
    let way = own.volume == nil ? "`rouse settings set \(Self.remedy)`" : "start it with `--\(Self.remedy)`"
    return ["its volume of \(text(low, plan.vibration)): it may not be noticed when it ends. To hear it: \(way)"]
  }

  /// The enabled alarms with a low volume, named like `Work (k3f9xa)`.
  var lowAlarms: [(name: String, low: LowVolume)] {
    let book = inForce.book
    return book.alarms.filter(\.isEnabled).compactMap { alarm in
      low(alarm, book.settings.plan(for: alarm)).map { (alarm.name, $0) }
    }
  }

  private func low(_ alarm: Alarm, _ plan: RingPlan) -> LowVolume? {
    low(plan.volume, of: alarm.overrides.volume ?? inForce.settings.volume, plan.vibration)
  }

  /// - Parameter wanted: the volume that was set. If `volume` differs, the sound is off, which the user knows.
  private func low(_ volume: Int, of wanted: Int, _ vibration: Vibration) -> LowVolume? {
    guard fitting.supports(.volume), volume == wanted else { return nil }
    return LowVolume(volume: volume, isFelt: whyUnfelt(vibration) == nil)
  }

  private func whyUnfelt(_ vibration: Vibration) -> String? {
    vibration == .off && fitting.supports(.vibration) ? "vibration is off" : timers.lack(of: .vibration)
  }

  private func text(_ low: LowVolume, _ vibration: Vibration) -> String {
    guard let why = whyUnfelt(vibration) else { return "\(low.volume) % is \(low.volume == 0 ? "silent" : "low")" }
    return "\(low.volume) % is low, and nothing is felt beside it (\(why))"
  }

  private func risk(_ plan: RingPlan) -> String {
    let after = plan.loudestAfter(on: fitting.ringDevices)
    guard after > .zero else { return hasBuzzer ? "it leaves all to the buzzer" : "\(loudSpeaker) instead" }
    return
      "it may wake nobody before \(hasBuzzer ? "the buzzer joins" : loudSpeaker) after \(DurationText.format(after))"
  }
}
