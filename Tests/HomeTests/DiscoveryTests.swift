import TestSupport
import Testing

@testable import Control
@testable import Home

struct DiscoveryTests {
  /// The keys that Home Assistant's discovery accepts; an unknown key at the top or in `dev` makes it refuse the
  /// device.
  static let top: Set = ["dev", "o", "avty", "avty_mode", "qos", "cmps"]
  static let device: Set = ["ids", "name", "mf", "mdl", "sw"]
  static let common: Set = ["p", "uniq_id", "name", "ic", "ent_cat"]
  static let keys: [String: (required: Set<String>, allowed: Set<String>)] = [
    "sensor": (["stat_t"], ["json_attr_t", "dev_cla", "ops", "unit_of_meas", "stat_cla"]),
    "binary_sensor": (["stat_t"], ["json_attr_t", "dev_cla"]),
    "event": (["stat_t", "evt_typ"], []),
    "switch": (["stat_t", "cmd_t"], []),
    "button": (["cmd_t"], []),
    "number": (["cmd_t", "stat_t", "min", "max"], ["step", "unit_of_meas"]),
    "select": (["cmd_t", "stat_t", "ops"], []),
    "text": (["cmd_t", "min", "max"], ["stat_t", "ptrn"]),
  ]

  private func announced(
    _ clock: HomeStateView, _ components: Discovery.Components = Discovery.Components()
  ) throws -> (document: [String: JSON], states: [String: String], discovery: Discovery) {
    let topics = Topics(try HomeConfiguration.sample())
    var discovery = Discovery(components)
    let messages = discovery.messages(clock, topics)
    #expect(messages.first?.topic == "homeassistant/device/bedroom/config")
    let document = try JSON.parse(messages[0].payload)
    let states = messages.dropFirst().map { ($0.topic, $0.text) }
    return (document.object, Dictionary(uniqueKeysWithValues: states), discovery)
  }

  @Test(arguments: [[], HomeCommandName.allCases])
  func everyEntityHasWhatHomeAssistantNeedsAndNothingThatItRefuses(commands: [HomeCommandName]) throws {
    let (document, states, _) = try announced(.sample(commands: commands))
    #expect(Set(document.keys) == Self.top)
    #expect(Set(document["dev"]?.object.keys.map(\.self) ?? []) == Self.device)
    #expect(document["avty_mode"]?.text == "all")
    #expect(
      document["avty"]?.array.compactMap { $0.object["t"]?.text } == [
        "rouse/bedroom/bridge", "rouse/bedroom/availability",
      ])
    let entities = document["cmps"]?.object ?? [:]
    var names = Set<String>()
    for (id, entity) in entities {
      let fields = entity.object
      let platform = fields["p"]?.text ?? ""
      let (required, allowed) = try #require(Self.keys[platform], "\(platform) of \(id)")
      #expect(required.union(["p", "uniq_id", "name"]).isSubset(of: fields.keys), "\(id)")
      #expect(Set(fields.keys).isSubset(of: required.union(allowed).union(Self.common)), "\(id): \(fields.keys)")
      let isNew = names.insert(fields["uniq_id"]?.text ?? "").inserted
      #expect(isNew)
      #expect(fields["uniq_id"]?.text == "rouse_bedroom_\(id)")
      if platform == "sensor" { #expect(fields["ent_cat"]?.text != "config") }
      if fields["ops"] != nil, platform == "sensor" { #expect(fields["dev_cla"]?.text == "enum") }
      guard platform != "event", let topic = fields["stat_t"]?.text else { continue }
      let state = try #require(states[topic], "no state of \(id)")
      if let options = fields["ops"]?.array { #expect(options.compactMap(\.text).contains(state), "\(id): \(state)") }
      if fields["p"]?.text == "binary_sensor" || platform == "switch" { #expect(["ON", "OFF"].contains(state)) }
      if let attributes = fields["json_attr_t"]?.text { #expect(states[attributes]?.first == "{") }
    }
    #expect(entities.values.contains { $0.object["cmd_t"] != nil } == !commands.isEmpty)
  }

  @Test func whatAClockHasNotIsNotAnnouncedAndScoresAreWhereTheyAreKnown() throws {
    var clock = HomeStateView.sample(commands: [.brightness])
    (clock.underVoltage, clock.readings, clock.brightness) = (nil, ReadingsView(), nil)
    let entities = try announced(clock).document["cmps"]?.object ?? [:]
    for id in ["under_voltage", "illuminance", "temperature", "humidity", "brightness"] { #expect(entities[id] == nil) }
    clock = HomeStateView.sample()
    let without = try announced(clock).document["cmps"]?.object ?? [:]
    #expect(without["score_waking"] == nil)
    clock.scores = .init(waking: 91, rhythm: nil, readiness: 400)
    let (document, states, _) = try announced(clock)
    #expect(document["cmps"]?.object["score_waking"]?.object["stat_cla"]?.text == "measurement")
    let told = ["waking", "rhythm", "readiness"].map { states["rouse/bedroom/score_\($0)"] }
    #expect(told == ["91", "None", "100"])
  }

  /// A backup may contain any id.
  @Test(arguments: [HomeCommandName.allCases, [.enable], [.set]])
  func anAlarmThatIsCalledAsTheFieldOfAnotherCanBeTakenBack(commands: [HomeCommandName]) throws {
    let topics = Topics(try HomeConfiguration.sample())
    for ids in [["1", "2"], ["a", "a_time"], ["a_time", "a"], ["a_days_time", "a_days"]] {
      var clock = HomeStateView.sample(commands: commands)
      for (index, id) in ids.enumerated() { clock.alarms[index].id = id }
      var discovery = Discovery(Discovery.Components())
      let said = discovery.messages(clock, topics).dropFirst().map(\.topic)
      #expect(Set(said).isSubset(of: topics.entities(discovery.components.shown)), "\(ids)")
    }
  }

  @Test func statesAreThoseOfTheClockAndTheNextAlarmCarriesItsLabelAndAllAlarms() throws {
    var clock = HomeStateView.sample(commands: HomeCommandName.allCases)
    clock.state = .ringing
    let states = try announced(clock).states
    let expected = [
      "next_alarm": "2026-11-25T07:00:00+01:00", "state": "ringing", "ringing": "ON", "missed": "1", "problem": "ON",
      "verdict": "at_risk", "last_dismissal": "2026-11-24T07:01:12+01:00", "under_voltage": "OFF",
      "illuminance": "3.3", "temperature": "0.0", "humidity": "40.0", "volume": "60", "sound": "birdsong",
      "brightness": "auto", "noise": "off", "alarm/1/enabled": "ON", "alarm/2/enabled": "OFF", "alarm/1/time": "07:00",
      "alarm/1/days": "Mon-Fri", "alarm/2/days": "once",
    ]
    for (name, state) in expected { #expect(states["rouse/bedroom/\(name)"] == state, "\(name)") }
    let attributes = try JSON.parse(Array((states["rouse/bedroom/next_alarm/attributes"] ?? "").utf8)).object
    #expect(attributes["label"]?.text == "Work")
    #expect(attributes["alarms"]?.array.compactMap { $0.object["time"]?.text } == ["07:00", "09:30"])
    (clock.next, clock.dismissal) = (nil, nil)
    let none = try announced(clock).states
    for name in ["next_alarm", "last_dismissal"] { #expect(none["rouse/bedroom/\(name)"] == "None") }
  }

  @Test func anAlarmThatWasRemovedIsTakenBackByItsPlatformAlone() throws {
    var clock = HomeStateView.sample(commands: [.enable, .disable])
    let before = try announced(clock).discovery
    let removed = clock.alarms.removeLast()
    let (document, _, after) = try announced(clock, before.components)
    #expect(document["cmps"]?.object["alarm_2"]?.object.keys.sorted() == ["p"])
    #expect(document["cmps"]?.object["alarm_2"]?.object["p"]?.text == "switch")
    // The removal is repeated until the alarm returns, because Home Assistant may have been away.
    #expect(try announced(clock, after.components).document["cmps"]?.object["alarm_2"]?.object.count == 1)
    clock.alarms.append(removed)
    #expect((try announced(clock, after.components).document["cmps"]?.object["alarm_2"]?.object.count ?? 0) > 3)
  }

  @Test func labelsAreUntrustedTextAndThoseOfManyAlarmsKeepWithinHomeAssistantsBounds() throws {
    var clock = HomeStateView.sample(commands: HomeCommandName.allCases)
    let label = "a\"\u{1B}[31m\n\u{202E}" + String(repeating: "x", count: 500)
    clock.alarms[0].label = label
    clock.next?.label = label
    clock.name = label
    clock.sounds = [label, label]
    clock.sound = label
    clock.alarms[1].id = "../#"
    let (document, states, _) = try announced(clock)
    let name = try #require(document["dev"]?.object["name"]?.text)
    #expect(name.hasPrefix("a\"?[31m??x") && name.unicodeScalars.count == 60)
    #expect(states.keys.allSatisfy { !$0.contains("#") })
    #expect(states.values.allSatisfy { !$0.contains("\u{1B}") && $0.utf8.count < 2000 })
    clock = HomeStateView.sample(commands: HomeCommandName.allCases)
    clock.alarms = (0..<300).map { number in
      HomeStateView.AlarmView(
        id: "\(number)", label: String(repeating: "ä", count: 60), time: "07:00", days: "Mon-Fri", enabled: true,
        skipNext: false, locked: false, next: "2026-11-25T07:00:00+01:00")
    }
    let many = try announced(clock).states
    #expect((many["rouse/bedroom/next_alarm/attributes"]?.utf8.count ?? 0) < 16384)
  }
}
