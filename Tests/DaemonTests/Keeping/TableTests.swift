import Control
import ControlService
import Hardware
import Testing

@testable import AlarmClock
@testable import Daemon

@Suite struct TableTests {
  @Test func aCodeThatStaysIsNewsEveryTenSecondsAndOneThatReturnsOnceASecond() {
    func news(every step: Duration, for span: Duration) -> Int {
      var watch = WrongCodeFilter()
      var count = 0
      var now: Duration = .seconds(50)
      while now < .seconds(50) + span {
        if watch.isNews(at: now) { count += 1 }
        now += step
      }
      return count
    }
    #expect(news(every: .milliseconds(66), for: .seconds(9)) == 1)
    #expect(news(every: .milliseconds(66), for: .seconds(25)) == 3)
    #expect(news(every: .seconds(2), for: .seconds(20)) == 10)
    #expect(news(every: .milliseconds(1), for: .seconds(60)) == 6)
  }

  @Test(
    arguments: [
      (0, .hours24, "00:00"), (0, .hours12, "12:00"), (7 * 3600 + 5 * 60, .hours24, "07:05"),
      (7 * 3600 + 5 * 60 + 59, .hours12, " 7:05"), (12 * 3600, .hours12, "12:00"), (13 * 3600, .hours12, " 1:00"),
      (23 * 3600 + 59 * 60, .hours24, "23:59"), (22 * 3600 + 59 * 60, .hours12, "10:59"),
    ] as [(Int64, Settings.TimeFormat, String)])
  func theFaceShowsTheHourAsChosen(seconds: Int64, format: Settings.TimeFormat, text: String) {
    let inForce = BookInForce(AlarmBook(settings: Settings { $0.timeFormat = format }))
    let face = ClockFace(inForce)
    let now = Instant(seconds: seconds)
    let rings = [RingState(Settings().plan(for: Alarm(id: "a", recurrence: .instant(now))), start: .zero)]
    func ringing(_ isLit: Bool, hint: ReadingHint? = nil, isLight: Bool = false) -> DisplayFace {
      face.ringing(rings, at: now, monotonic: .zero, isLit: isLit, hint: hint, isLight: isLight)
    }
    let isAfternoon = format == .hours12 && ZoneRules.utc.local(now).time.hour >= 12
    let idle = isAfternoon ? "\(text.prefix(1)).\(text.dropFirst())" : text
    #expect(face.idle(at: now, monotonic: .zero) == DisplayFace(text: idle, brightness: 8))
    #expect(ringing(true) == DisplayFace(text: text, brightness: 15))
    #expect(ringing(false) == DisplayFace(text: "", brightness: 15))
    #expect(face.nextChange(after: now, monotonic: .zero) == .seconds(60 - seconds % 60))
    #expect(ringing(false, hint: .wrongCode) == DisplayFace(text: "Err", brightness: 15))
    #expect(ringing(true, hint: .tooFar) == DisplayFace(text: "FAr", brightness: 15))
    // A display that serves as a light is never dark, and shows the time for as long as before.
    #expect(ringing(true, isLight: true).text == text)
    #expect(ringing(false, isLight: true) == DisplayFace(text: "88:88", brightness: 15))
    inForce.change { $0.settings.guides = false }
    #expect(ringing(true, hint: .tooFar).text == text)
    #expect(ringing(true, hint: .wrongCode).text == "Err")
  }

  @Test func theDisplaysWordsCanBeReadOnSevenAndFourteenSegments() {
    for hint in ReadingHint.allCases {
      for character in hint.onSevenSegments where character != "K" {
        #expect(SegmentFont.sevenSegments(for: character) != nil)
      }
      #expect(hint.word.count <= 4)
      #expect(hint.word.allSatisfy { AlphanumericFont.fourteenSegments(for: $0) != nil })
    }
    #expect(
      Set(ReadingHint.allCases.map { SegmentPattern(text: $0.onSevenSegments) }).count == ReadingHint.allCases.count)
  }

  /// With guidance off, the display still explains a code that was read, and what to do with a card that lies in view.
  @Test func aCardThatLiesThereIsToldAlsoWithGuidanceOffAndAskedForAfterTheLight() {
    for guides in [true, false] {
      let face = ClockFace(Settings { $0.guides = guides })
      let ring = RingState(Settings().plan(for: Alarm(id: "aaaaaa", recurrence: .instant(morning))), start: .zero)
      func shown(_ hint: ReadingHint) -> DisplayFace {
        face.ringing([ring], at: morning, monotonic: .zero, isLit: true, hint: hint)
      }
      #expect(shown(.takeAway) == DisplayFace(text: "AWAY", sevenSegmentText: "OUt", brightness: 15))
      #expect(shown(.takeAway).onSevenSegments == "OUt" && shown(.wrongCode).onSevenSegments == "Err")
      #expect(shown(.glare).text == (guides ? "GLAr" : "07:00"))
    }
    // A card already in view when the light comes on counts as left there.
    let words = SpokenHint.words(for: .takeAway, cards: ["bath"])
    #expect(words.hasSuffix("In the dark, turn on the light first, then show the card."))
  }

  /// Where nothing may blink, steady marks replace blinking.
  @Test func withoutFlashesAWrongTimeHasNoColonAndATimerThatEndedSaysSo() {
    let settings = Settings { $0.flashes = false }
    let face = ClockFace(settings)
    let now = Instant(seconds: 7 * 3600)
    func shown() -> DisplayFace { face.idle(at: now, monotonic: .zero) }
    #expect(shown() == DisplayFace(text: "07:00", brightness: 8))
    face.set { $0.idle.isRight = false }
    face.use(hasMisses: true)
    #expect(shown() == DisplayFace(text: "0700.", brightness: 8))
    #expect(SegmentPattern(text: shown().onSevenSegments).colons.isEmpty)
    func ringing(_ isLight: Bool) -> String {
      let ring = RingState(settings.plan(for: Alarm(id: "a", recurrence: .instant(now))), start: .zero)
      return face.ringing([ring], at: now, monotonic: .zero, isLit: true, isSteady: true, isLight: isLight).text
    }
    #expect(ringing(false) == "07:00" && ringing(true) == "88:88")
    face.set { $0.countdown = { .ended(label: "") } }
    #expect(shown() == DisplayFace(text: "End", brightness: 8))
    face.set { $0.countdown = { .running(left: .seconds(65)) } }
    #expect(shown() == DisplayFace(text: " 1:05", brightness: 8))
  }

  @Test func theIdleFaceTellsOfMissesOfAnUntrustedClockAndOfNews() {
    let face = ClockFace()
    let now = Instant(seconds: 7 * 3600 + 5)
    face.use(hasMisses: true)
    #expect(face.idle(at: now, monotonic: .zero).text == "07:00.")
    face.set { $0.idle.isRight = false }
    #expect(face.idle(at: now, monotonic: .zero).isBlinking)
    face.notice("good", at: .seconds(5))
    #expect(face.idle(at: now, monotonic: .seconds(14)).text == "good")
    #expect(face.nextChange(after: now, monotonic: .seconds(14)) == .seconds(1))
    #expect(face.idle(at: now, monotonic: .seconds(15)).text == "07:00.")
    face.use(hasMisses: false)
    face.set { $0.idle.isRight = true }
    #expect(face.idle(at: now, monotonic: .seconds(15)) == DisplayFace(text: "07:00", brightness: 8))
  }

  @Test(arguments: [(true, "UTC", true), (false, "UTC", false), (true, "Nonsense", false)])
  func theTimeIsRightUnderATrustedClockInTheZoneThatIsWanted(isTrusted: Bool, zone: String, isRight: Bool) throws {
    let (time, inForce) = (ManualTime(morning), BookInForce(AlarmBook()))
    time.trust(isTrusted)
    let health = try DeviceHealth(at: time)
    let board = try BoardChoice.board("mock", time: time)
    let outputs = try Outputs(board: board, health: health, events: health.events, time: time)
    let sensors = try Sensors(board: board, health: health, events: health.events, time: time)
    let scheduler = try Scheduler(zone: zone == "UTC" ? .utc : .named(zone), time: time)
    let trust = try TrustWatch(time: time, inForce: inForce)
    let timers = try TimerRunner(
      timers: [], inForce: inForce, outputs: outputs, scheduler: scheduler, events: health.events, time: time,
      trust: trust)
    let inputs = EngineInputs(scheduler: scheduler, trust: trust, timers: timers, sensors: sensors, outputs: outputs)
    #expect(inputs.idle.isRight == isRight)
    outputs.close()
    sensors.stop()
  }

  @Test func whatABoardLeavesOutIsNotFittedAndAMissingFileOrAFolderIsRefused() throws {
    let text = "{ name: 'bare', /* no more */ speaker: { driver: 'mock' }, }"
    let file = try BoardFile.parse(Array(text.utf8))
    let board = Board(file, path: "x", time: ManualTime(morning))
    #expect(DeviceRole.allCases.filter(board.has) == [.speaker])
    let whole = Board(try BoardFile.parse(Array(BoardFile.mock.utf8)), path: nil, time: ManualTime(morning))
    #expect(DeviceRole.allCases.allSatisfy(whole.has))
    let missing = #expect(throws: ControlError.self) {
      try BoardChoice.board("/nonexistent", time: ManualTime(morning))
    }
    #expect(missing?.code == .noSuchFile)
    let folder = #expect(throws: ControlError.self) { try BoardChoice.board("/tmp", time: ManualTime(morning)) }
    #expect(folder?.code == .badConfiguration)
  }

  struct Search: Sendable {
    var what = "alarm"
    var many: String?
    var ids = ["abc234", "abd567", "xyz234", "work22"]
    var names = ["work", "abc234", "", "work"]
    var isWhole = false

    func find(_ text: String) throws(ControlError) -> Int {
      try Names.find(
        text, what: what, many: many, ids: ids, names: names, listCommand: "rouse \(what) list", isWhole: isWhole)
    }
  }

  private static let alarm = Search()
  /// One letter of a hidden id is not a name: `t` means `tea`.
  private static let timer = Search(
    what: "timer", ids: ["tqa234", "pot234", "teb345"], names: ["tea", "tea", "teapot"])
  private static let sound = Search(
    what: "sound of your own", many: "sounds of your own", ids: ["hoo", "jay", "hoo-2"],
    names: ["Owl", "My Jay", "OWL"], isWhole: true)

  @Test(arguments: [
    (alarm, "abc234", 0), (alarm, "abd5", 1), (alarm, "xyz2", 2), (alarm, "work22", 3),
    (timer, "tqa2", 0), (timer, "teapot", 2), (timer, "pot2", 1), (timer, "teb345", 2),
    (sound, "jay", 1), (sound, "JAY", 1), (sound, "My Jay", 1), (sound, "my jay", 1),
  ])
  func aNameIsAnIdALabelOrTheBeginningOfAnIdAndOfASoundAWholeOne(search: Search, text: String, index: Int) throws {
    #expect(try search.find(text) == index)
  }

  @Test(arguments: [
    (alarm, "", ExitCode.nothingFound), (alarm, "nobody", .nothingFound), (alarm, "ab", .nothingFound),
    (alarm, "abd", .nothingFound), (alarm, "work", .usage), (alarm, "ABC234", .nothingFound),
    (alarm, "abc2345", .nothingFound),
    (timer, "t", .nothingFound), (timer, "tqa", .nothingFound), (timer, "tea", .usage),
    (timer, "potter", .nothingFound),
    (sound, "ja", .nothingFound), (sound, "my", .nothingFound), (sound, "", .nothingFound), (sound, "owl", .usage),
  ])
  func aNameOfNoneOrSeveralIsRefused(search: Search, text: String, expected: ExitCode) {
    let error = #expect(throws: ControlError.self) { try search.find(text) }
    #expect(error?.code == expected)
    #expect(error.map { ($0.what + $0.fix).contains("owns") } == false)
  }

  @Test func theBeginningOfAnIdAndOfALabelAndTooFewLettersAreToldWhatMayBeMeant() {
    let search = Search(what: "timer", ids: ["dayq23", "xyz234"], names: ["bread", "dayqlight"])
    let error = #expect(throws: ControlError.self) { try search.find("dayq") }
    #expect(error?.code == .usage && error?.fix == "give one of the ids: dayq23 (bread), xyz234 (dayqlight)")
    let short = #expect(throws: ControlError.self) { try Self.alarm.find("xy") }
    #expect(short?.fix == "did you mean xyz234? Otherwise list the alarms: `rouse alarm list`")
  }

  @Test func newIdsAreShortLegibleAndNotTaken() {
    var ids: Set<String> = []
    for _ in 0..<2000 { #expect(ids.insert(Names.newID(taken: ids)).inserted) }
    #expect(ids.allSatisfy { $0.count == 6 && !$0.contains { "il01o".contains($0) } })
  }
}

extension ReadingHint {
  fileprivate var onSevenSegments: String { sevenSegmentWord ?? word }
}

/// Alarms and timers in all combinations of settings, overrides and devices, against a model of a few lines.
@Suite struct ResolutionTests {
  /// Chosen settings. The sounds `bell` and `chime` exist, and `lost` does not.
  struct Choice: Hashable {
    var sound: String?
    var volume: Int?
    var vibration: Vibration?

    static func all(_ sounds: [String?], _ volumes: [Int?], _ vibrations: [Vibration?]) -> [Choice] {
      pairs(sounds, pairs(volumes, vibrations)).map { Choice(sound: $0, volume: $1.0, vibration: $1.1) }
    }

    static let global = all([nil, "bell", "off", "lost"], [0, 60], [.off, .strong])
    static let own = all([nil, "chime", "off", "lost"], [nil, 0, 30], [nil, .off, .light])
  }

  struct Fitted: Hashable {
    var speaker: Bool
    var motor: Bool
    var buzzer: Bool

    static let all = pairs(isSo, pairs(isSo, isSo)).map { Fitted(speaker: $0, motor: $1.0, buzzer: $1.1) }
  }

  /// The model: the settings as a person would understand them.
  struct Expected: Hashable {
    /// `nil` if there is no sound.
    var sound: String?
    var volume = 0
    var vibration: Vibration

    init(_ own: Choice, _ global: Choice) {
      vibration = own.vibration ?? global.vibration ?? .off
      let chosen = own.sound ?? global.sound ?? "tone"
      volume = own.volume ?? global.volume ?? 0
      if chosen == "off" || volume == 0 {
        volume = 0
      } else if chosen != "lost" {
        sound = chosen
      } else {
        // A missing sound falls back on the global one, then on the built-in tone.
        sound = own.sound == "lost" && global.sound == "bell" ? "bell" : "tone"
      }
    }
  }

  private static func settings(_ global: Choice) -> Settings {
    Settings {
      $0.sound = global.sound
      ($0.volume, $0.vibration) = (global.volume ?? $0.volume, global.vibration ?? $0.vibration)
    }
  }

  /// The sounds that play, by pairs of sound and fallback.
  private static let played: [[String?]: String] = {
    let sounds = [nil, "tone", "bell", "chime", "off", "lost"]
    return Dictionary(
      uniqueKeysWithValues: pairs(sounds.compactMap(\.self), sounds).map { sound, fallback in
        let demand = SoundDemand(sound: sound, fallback: fallback, volume: 1, start: .zero)
        return ([sound, fallback], FallingBack(demand, shelf: SoundShelf(), rate: 8000).name)
      })
  }()

  private static func played(_ demand: SoundDemand?) -> String? {
    guard let demand, demand.volume > 0 else { return nil }
    return played[[demand.sound, demand.fallback]]
  }

  private static func wrongRows<Row>(_ rows: [Row], _ isRight: (Row) -> Bool) -> [String] {
    rows.filter { !isRight($0) }.prefix(5).map { "\($0)" }
  }

  @Test func anAlarmIsHeardAndFeltAsItsSettingsSayAndAlwaysAudibleInTheEnd() {
    typealias Row = (global: Choice, own: Choice, fitted: Fitted)
    let rows: [Row] = pairs(Choice.global, pairs(Choice.own, Fitted.all)).map { ($0, $1.0, $1.1) }
    func isTheTone(_ demand: RingDemand) -> Bool {
      demand.sound.map { $0.sound == "tone" && $0.volume >= 50 } ?? false
    }
    let wrong = Self.wrongRows(rows) { row in
      let expected = Expected(row.own, row.global)
      let alarm = Alarm(
        id: "aaaaaa", recurrence: .instant(.max),
        overrides: RingOverrides {
          ($0.sound, $0.volume, $0.vibration) = (row.own.sound, row.own.volume, row.own.vibration)
        })
      let plan = Self.settings(row.global).plan(for: alarm)
      let devices = RingDevices(
        speaker: row.fitted.speaker ? .proven : .failed, buzzer: row.fitted.buzzer, vibration: row.fitted.motor)
      var state = RingState(plan, start: .zero)
      _ = state.advance(to: .milliseconds(1), devices: devices)
      let first = state.demand(at: .milliseconds(1), devices: devices)
      let isHeard = expected.volume > 0 && row.fitted.speaker
      let isOnlyToBeFelt = expected.volume == 0 && expected.vibration != .off && row.fitted.motor
      // Otherwise nobody would notice the alarm.
      let buzzesAtOnce = !isHeard && !isOnlyToBeFelt
      let standsIn = buzzesAtOnce && !row.fitted.buzzer
      guard first.vibration == expected.vibration, first.isBuzzing == buzzesAtOnce,
        standsIn ? isTheTone(first) : Self.played(first.sound) == expected.sound,
        standsIn || (first.sound?.volume ?? 0) == expected.volume
      else { return false }
      _ = state.advance(to: .seconds(61), devices: devices)
      let last = state.demand(at: .seconds(61), devices: devices)
      return last.isBuzzing && (row.fitted.buzzer || isTheTone(last))
    }
    #expect(rows.count == 4608)
    #expect(wrong.isEmpty)
  }

  @Test func aTimerIsNoticedAsItsSettingsSayAndChimeOffOverridesEverything() {
    typealias Row = (global: Choice, own: Choice, fitted: Fitted, chime: Bool, ownChime: Bool?, isQuiet: Bool)
    let switches = pairs(isSo, pairs([nil, true, false] as [Bool?], isSo))
    let rows: [Row] = pairs(pairs(Choice.global, Choice.own), pairs(Fitted.all, switches)).map { chosen, rest in
      (chosen.0, chosen.1, rest.0, rest.1.0, rest.1.1.0, rest.1.1.1)
    }
    let wrong = Self.wrongRows(rows) { row in
      let expected = Expected(row.own, row.global)
      var settings = Self.settings(row.global)
      settings.chimes = row.chime
      let plan = settings.chime(
        for: ChimeOverrides(
          sound: row.own.sound, volume: row.own.volume, vibration: row.own.vibration, chimes: row.ownChime))
      let unnoticed = plan.unnoticed(isQuiet: row.isQuiet) { role in
        let fitted: [DeviceRole: Bool] = [
          .speaker: row.fitted.speaker, .buzzer: row.fitted.buzzer, .vibration: row.fitted.motor,
        ]
        return fitted[role] == true ? nil : "it is not fitted"
      }
      let isOn = row.ownChime ?? row.chime
      let isHeard = isOn && (row.fitted.speaker || row.fitted.buzzer) && !row.isQuiet && expected.volume > 0
      let isFelt = isOn && row.fitted.motor && expected.vibration != .off
      let demand = SoundDemand(sound: plan.sound, fallback: plan.fallbackSound, volume: plan.volume, start: .zero)
      // With the chime off, there is no warning that the timer goes unnoticed.
      return (unnoticed != nil) == (isOn && !isHeard && !isFelt) && plan.isOn == isOn
        && plan.volume == expected.volume && plan.vibration == expected.vibration
        && Self.played(demand) == expected.sound
    }
    #expect(rows.count == 55_296)
    #expect(wrong.isEmpty)
  }
}

private let isSo = [true, false]

private func pairs<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
  ones.flatMap { one in others.map { (one, $0) } }
}
