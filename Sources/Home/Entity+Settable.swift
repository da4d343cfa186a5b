import Control

extension Entity {
  /// Returns the entities that others may set, as far as root has allowed it.
  static func settable(_ clock: HomeStateView) -> [Entity] {
    let allowed = Set(clock.commands)
    var entities: [Entity] = []
    func add(_ command: HomeCommandName, _ entity: @autoclosure () -> Entity) {
      if allowed.contains(command) { entities.append(entity()) }
    }
    add(.skip, Entity("skip_next", .button, "Skip next alarm").with("ic", "mdi:debug-step-over"))
    add(
      .volume,
      Entity("volume", .number, "Volume", state: "\(min(max(clock.volume, 0), 100))").with("ent_cat", "config")
        .with("min", 0).with("max", 100).with("step", 1).with("unit_of_meas", "%")
        .with("ic", "mdi:volume-high"))
    add(.sound, choice("sound", "Sound", among: ["off"] + clock.sounds, clock.sound).with("ent_cat", "config"))
    if let brightness = clock.brightness {
      let levels = ["off", "auto", "schedule"] + (0...15).map(String.init)
      add(.brightness, choice("brightness", "Brightness", among: levels, brightness).with("ent_cat", "config"))
    }
    add(.noise, choice("noise", "Noise", among: ["off"] + clock.noises, clock.noise ?? "off"))
    add(.message, line("message", "Message on the display"))
    add(.say, line("say", "Say"))
    add(.timer, line("timer", "Start timer"))
    add(.test, Entity("test", .button, "Test devices").diagnostic)
    for alarm in clock.alarms.prefix(mostAlarmsToSet) where HomeConfiguration.isID(alarm.id) {
      entities += settable(alarm, allowed)
    }
    for index in entities.indices { entities[index].isSet = true }
    return entities
  }

  /// Limits the entities, of which each alarm has up to three.
  private static let mostAlarmsToSet = 40

  private static func settable(_ alarm: HomeStateView.AlarmView, _ allowed: Set<HomeCommandName>) -> [Entity] {
    let label = alarm.label.isEmpty ? "Alarm \(alarm.id)" : alarm.label.publishable(atMost: 60)
    var entities: [Entity] = []
    if !allowed.isDisjoint(with: [.enable, .disable]) {
      let topic = Topics.ofAlarm(alarm.id, "enabled")
      entities.append(
        Entity("alarm_\(alarm.id)", .toggle, label, topic: topic, state: onOff(alarm.enabled)).with("ic", "mdi:alarm"))
    }
    if allowed.contains(.set) {
      entities.append(
        Entity(
          "alarm_\(alarm.id)_time", .text, "\(label), time", topic: Topics.ofAlarm(alarm.id, "time"),
          state: String(alarm.time.prefix(5))
        ).with("min", 5).with("max", 5).with("ptrn", "^([01][0-9]|2[0-3]):[0-5][0-9]$")
          .with("ent_cat", "config"))
      entities.append(
        Entity(
          "alarm_\(alarm.id)_days", .text, "\(label), days", topic: Topics.ofAlarm(alarm.id, "days"),
          state: alarm.days?.publishable() ?? "once"
        ).with("min", 1).with("max", 100).with("ent_cat", "config"))
    }
    return entities
  }

  /// Returns a choice of words. Includes the current one even if it is not available, such as a removed sound.
  private static func choice(_ id: String, _ name: String, among words: [String], _ word: String) -> Entity {
    let state = word.publishable()
    var seen: Set<String> = []
    let options = (words.map { $0.publishable() } + [state]).filter { seen.insert($0).inserted }
    return Entity(id, .select, name, state: state).with("ops", options)
  }

  /// Returns a text field whose text is not stored.
  private static func line(_ id: String, _ name: String) -> Entity {
    Entity(id, .text, name).with("min", 1).with("max", 100)
  }
}
