import Control
import Hardware
import Machine
import Testing

@testable import AlarmClock
@testable import Daemon

/// Notes about alarms that may wake nobody, with the command that helps.
@Suite struct LowVolumeTests {
  private let rig: LedgerRig

  init() async throws { rig = try await LedgerRig(enrolling: "bath") }

  private func said(_ notes: [String]) -> [String] {
    notes.filter { $0.contains("is low") || $0.contains("is silent") }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var settings: [String: String] = [:]
    var own: [SettingKey: String] = [:]
    var roles = Set(DeviceRole.allCases)
    var lacks: [DeviceRole: String] = [:]
    /// The parts of the one expected note; empty for no note.
    var says: [String] = []

    var testDescription: String { "\(settings) \(own) \(lacks) \(roles.count)" }
  }

  static let rows: [Row] = [
    Row(), Row(own: [.volume: "30"]), Row(own: [.volume: "10", .sound: "off"]),
    Row(own: [.volume: "0", .vibration: "off"]),
    Row(own: [.volume: "0"], says: ["Its volume of 0 % is silent: ", "after 1m", "`rouse alarm edit ID --volume 60`"]),
    Row(settings: ["volume": "0"], says: ["Its volume of 0 % is silent: ", "`rouse settings set volume 60`"]),
    Row(settings: ["volume": "10"], own: [.volume: "40"]), Row(settings: ["volume": "10"], own: [.sound: "off"]),
    Row(own: [.volume: "29"], says: ["Its volume of 29 % is low: ", "after 1m", "`rouse alarm edit ID --volume 60`"]),
    Row(own: [.volume: "1"], says: ["Its volume of 1 % is low: "]),
    Row(settings: ["volume": "10"], says: ["Its volume of 10 % is low: ", "`rouse settings set volume 60`"]),
    Row(settings: ["volume": "10", "sound": "off"], own: [.sound: "bell"], says: ["Its volume of 10 % is low: "]),
    Row(
      own: [.volume: "10", .vibration: "off"],
      says: ["is low, and nothing is felt beside it (vibration is off): ", "--volume 60"]),
    Row(
      settings: ["vibration": "off"], own: [.volume: "10"],
      says: ["is low, and nothing is felt beside it (vibration is off): "]),
    Row(settings: ["vibration": "off"], own: [.volume: "10", .vibration: "light"], says: ["10 % is low: "]),
    Row(
      own: [.volume: "10"], lacks: [.vibration: "vibration: writing failed (EIO)"],
      says: ["nothing is felt beside it (vibration: writing failed (EIO)): "]),
    Row(
      own: [.volume: "10"], roles: Set(DeviceRole.allCases).subtracting([.vibration]),
      says: ["nothing is felt beside it (no vibration is fitted): "]),
    Row(settings: ["volume": "10"], roles: [.buzzer, .speaker, .camera], says: ["nothing is felt beside it"]),
    Row(own: [.volume: "10", .buzzerAfter: "0s"], says: ["is low: it leaves all to the buzzer. "]),
    Row(
      own: [.volume: "10"], roles: Set(DeviceRole.allCases).subtracting([.buzzer]),
      says: ["10 % is low: it may wake nobody before the speaker plays at 50 % after 1m."]),
  ]

  @Test(arguments: rows.indices)
  func whoMakesAnAlarmThatIsHardlyHeardIsToldOnce(index: Int) async throws {
    let row = Self.rows[index]
    let rig = try await LedgerRig(enrolling: "bath", fitted: row.roles)
    for (key, value) in row.settings { _ = try await rig.set(key, to: value) }
    rig.chimes.state.withLock { $0.lacks.merge(row.lacks) { $1 } }
    let added = try await rig.add(AlarmInput(time: "07:30", label: "Work", values: row.own))
    let notes = said(added.notes)
    #expect(notes.count == (row.says.isEmpty ? 0 : 1), "\(added.notes)")
    for part in row.says {
      #expect(notes.first?.contains(part.replacing("ID", with: added.alarm.id)) ?? false, "\(notes): \(part)")
    }
    // The note is repeated when the alarm is enabled, but not while it is off. It changes nothing.
    _ = try await rig.change(added.alarm.id, .disable)
    #expect(said(try await rig.edit(added.alarm.id, AlarmInput(label: "Later")).notes).isEmpty)
    #expect(said(try await rig.change(added.alarm.id, .enable).notes) == notes)
    #expect(rig.views.all.map(\.values[.volume]) == [added.alarm.values[.volume]])
    let isFaint = notes.contains { $0.contains("nothing is felt") }
    let low = rig.commands.volumes.lowAlarms
    #expect(low.map(\.name) == (notes.isEmpty ? [] : ["Later (\(added.alarm.id))"]))
    #expect(low.allSatisfy { $0.low.isAlone == isFaint })
  }

  @Test func whoSetsItForAllIsTold() async throws {
    func notes(_ key: String, _ value: String) async throws -> [String] {
      said(try await rig.set(key, to: value).notes)
    }
    #expect(try await notes("volume", "30").isEmpty)
    #expect(try await notes("vibration", "off").isEmpty)
    #expect(try await notes("vibration", "medium").isEmpty)
    let low = try await notes("volume", "29")
    #expect(low.count == 1 && low[0].hasPrefix("A volume of 29 % is low: "))
    #expect(low[0].hasSuffix("Raise it: `rouse settings set volume 60`"))
    // Changing another setting causes the note only if it makes things worse.
    #expect(try await notes("vibration", "light").isEmpty)
    #expect(try await notes("snooze", "2").isEmpty)
    #expect(try await notes("vibration", "off").first?.contains("nothing is felt beside it") ?? false)
    #expect(try await notes("sound", "off").isEmpty)
    #expect(try await notes("sound", "bell").first?.contains("nothing is felt beside it") ?? false)
    #expect(try await notes("vibration", "light").isEmpty)
    #expect(try await notes("volume", "0").first?.hasPrefix("A volume of 0 % is silent: ") ?? false)
    #expect(try await notes("vibration", "off").isEmpty)
    #expect(try await notes("volume", "default").isEmpty)
  }

  @Test func whoStartsATimerThatIsHardlyHeardIsToldWhereItWasSetForItOrIsAllThereIs() async throws {
    func notes(_ values: [SettingKey: String]) async throws -> [String] {
      said(try await rig.startTimer("5m", TimerInput(values: values)).notes)
    }
    #expect(try await notes([.volume: "10"]).first?.contains("start it with `--volume 60`") ?? false)
    #expect(try await notes([.volume: "0"]).isEmpty)
    #expect(try await notes([.volume: "10", .chime: "off"]).isEmpty)
    _ = try await rig.set("volume", to: "10")
    #expect(try await notes([:]).isEmpty)
    #expect(try await notes([.vibration: "off"]).first?.contains("start it with `--volume 60`") ?? false)
    #expect(said(try await rig.addPreset("tea", TimerInput(length: "4m", values: [.volume: "9"])).notes).count == 1)
  }

  @Test func whoTurnsFlashesOffIsToldWhoseLightWasToWake() async throws {
    func add(_ label: String, _ values: [SettingKey: String]) async throws -> [String] {
      try await rig.add(AlarmInput(time: "07:30", label: label, values: values)).notes
    }
    #expect(try await add("Loud", [.flash: "off"]).isEmpty)
    #expect(try await add("Silent", [.sound: "off"]).isEmpty)
    #expect(
      try await add("Calm", [.sound: "off", .flash: "off"]).map { $0.contains("steady light is easier") } == [true])
    let notes = try await rig.set("flash", to: "off").notes
    #expect(notes.first == "2 alarms have their own flash, which stays.")
    #expect(notes.contains { $0.hasPrefix("Silent (") && $0.contains("Calm (") && !$0.contains("Loud") })
    #expect(try await rig.set("flash", to: "off").notes == notes)
    #expect(try await add("Bright", [.flash: "on"]).map { $0.hasPrefix("It does not flash: the setting") } == [true])
    #expect(try await !rig.set("flash", to: "on").notes.contains { $0.contains("no sound") })
    // The setting overrides the alarm's own `flash`.
    #expect(try await rig.set("flash", to: "off").notes.first == "2 alarms have their own flash, which stays.")
  }

  @Test func whereTheSoundGoesAfterTheFlashesThatIsToldToo() async throws {
    _ = try await rig.add(AlarmInput(time: "07:30", label: "Work"))
    #expect(try await !rig.set("flash", to: "off").notes.contains { $0.contains("steady light") })
    #expect(try await rig.set("sound", to: "off").notes.contains { $0.hasPrefix("Work (") })
  }

  /// Only a store written by another version has sounds that do not exist.
  @Test func statusNamesWhatIsGoneAndWhoChoseIt() async throws {
    #expect(rig.commands.sounds.missing.isEmpty)
    _ = try await rig.add(AlarmInput(time: "09:00", label: "Work", values: [.sound: "bell"]))
    _ = try await rig.add(AlarmInput(time: "10:00", values: [.sound: "off"]))
    #expect(rig.commands.sounds.missing.isEmpty)
    rig.inForce.change { $0.alarms[0].overrides.sound = "whales" }
    let work = try #require(rig.inForce.book.alarms.first)
    #expect(
      rig.commands.sounds.missing == [
        MissingSoundView(sound: "whales", usedBy: ["the alarm Work (\(work.id))"], playsInstead: "tone")
      ])
    #expect(rig.views.all.first?.ladder.map(\.what).contains("sound tone 80% (whales is gone)") == true)
    _ = try await rig.addPreset("eggs", TimerInput(length: "6m", values: [.sound: "bell"]))
    rig.inForce.change { $0.presets[0].overrides.sound = "whales" }
    #expect(rig.commands.sounds.missing.map(\.usedBy) == [["the alarm Work (\(work.id))", "the preset eggs"]])
    _ = try await rig.set("sound", to: "chime")
    #expect(rig.commands.sounds.missing.map(\.playsInstead) == ["chime"])
    rig.inForce.change { $0.settings.sound = "krill" }
    #expect(rig.commands.sounds.missing.map(\.sound) == ["krill", "whales"])
    #expect(rig.commands.sounds.missing.map(\.playsInstead) == ["tone", "tone"])
  }
}

struct FaceNotesTests {
  typealias Change = @Sendable (inout Settings) -> Void

  /// What is seen on a board with all devices.
  static let silent: [(key: SettingKey, change: Change)] = [
    (.brightness, { $0.dimming = .automatic }), (.brightness, { $0.dimming = .fixed(3) }),
    (.theme, { $0.face.theme = .light }), (.theme, { $0.face.theme = .night }),
    (.theme, { ($0.face.theme, $0.location) = (.sun(from: .sunset(.zero), to: .sunrise(.zero)), Location("1,2")) }),
    (.turns, { $0.face.turns = [.date] }),
    (.turns, { $0.face.turns = [.temperature] }), (.nightColon, { $0.face.theme = .night }),
    (.zones, { ($0.face.zones, $0.face.turns) = (["Asia/Tokyo"], [.zones]) }), (.zones, { $0.face.zones = [] }),
    (.brightnessSchedule, { $0.dimming = .schedule }), (.lightLevels, { $0.nightDimming = .automatic }),
    (.flash, { _ in }),
  ]

  static let told: [(key: SettingKey, change: Change, words: String?)] = [
    (.brightness, { $0.dimming = .automatic }, "No light sensor is fitted on the board bench"),
    (.nightBrightness, { ($0.nightDimming, $0.face.theme) = (.automatic, .night) }, "No light sensor"),
    (.theme, { $0.face.theme = .light }, "22:00 to 07:00"),
    (.theme, { $0.face.theme = .sun(from: .sunset(.zero), to: .sunrise(.zero)) }, "rouse settings set location"),
    (.nightTimeFormat, { _ in }, "never night"), (.turns, { $0.face.turns = [.humidity] }, "No room sensor"),
    (.turns, { $0.face.turns = [.zones] }, "rouse settings set zones"), (.nightSeconds, { _ in }, "never night"),
    (.zones, { $0.face.zones = ["Asia/Tokyo"] }, "rouse settings set turns zones"),
    (.brightnessSchedule, { _ in }, "rouse settings set brightness schedule"),
    (.lightLevels, { _ in }, "rouse settings set brightness auto"),
  ]

  @Test(arguments: silent.map { (key: $0.key, change: $0.change, words: nil) } + told)
  func onlyWhatIsNotSeenIsSaid(key: SettingKey, change: Change, words: String?) {
    let fitting = Fitting(board: "bench", roles: words == nil ? Set(DeviceRole.allCases) : [.display])
    let notes = FaceNotes(fitting: fitting).notes(on: key, Settings(change))
    guard let words else { return #expect(notes.isEmpty) }
    #expect(notes.count == 1 && notes[0].contains(words), "\(notes)")
  }
}

@Suite struct HeardNextTests {
  @Test func followsEachChange() throws {
    let heard = HeardNext()
    let monday = try #require(LocalDate("2026-11-23"))
    var alarms = [
      Alarm(id: "a", recurrence: .weekly(.daily, at: try #require(LocalTime("07:00")))),
      Alarm(id: "b", recurrence: .weekly(Weekdays(.monday), at: try #require(LocalTime("08:00")))),
    ]
    let now = Instant(seconds: 1_795_240_800)
    var zone = ZoneRules.utc
    var book = AlarmBook(alarms: alarms)
    var answers: Set<Instant> = []
    func check(_ what: String) {
      for alarm in book.alarms {
        let armed = book.next(of: alarm, at: AlarmBook.Moment(now: now, zone: zone))
        for _ in 0..<2 {
          let next = heard.next(of: alarm, armed: armed, in: book, zone)
          #expect(next == book.nextHeard(of: alarm, armed: armed, in: zone), "\(what)")
          if let next { answers.insert(next.due) }
        }
      }
    }
    check("no days off")
    for weeks in [2, 5, 1] {
      let days = (-7..<weeks * 7).map { HolidayCalendar.Day(monday.adding(days: $0), "") }
      book.holidays = Holidays([HolidayCalendar(name: "c", days: days)])
      check("\(weeks) weeks")
    }
    book.settings.pausedUntil = monday.adding(days: 20)
    check("a pause")
    alarms[0].recurrence = .weekly(.daily, at: try #require(LocalTime("09:00")))
    book = AlarmBook(alarms: alarms, holidays: book.holidays)
    check("another time")
    zone = try ZoneDatabase.rules(named: "Asia/Tokyo")
    check("another zone")
    // Guards against comparing the same answer again and again.
    #expect(answers.count > 8)
  }
}

struct MixerLookTests {
  private static let without = MixerLevel(card: "Device", element: nil, percent: 100, isMuted: false)
  private static let with = MixerLevel(card: "Device", element: "PCM", percent: 80, isMuted: false)

  static let cases: [(volume: Int?, mixer: Result<MixerLevel?, HardwareError>, isNoted: Bool)] = [
    (MixerLook.loud, .success(without), true), (100, .success(without), true),
    // The initial volume of a new clock needs no note.
    (MixerLook.loud - 1, .success(without), false), (nil, .success(without), false), (100, .success(with), false),
    (100, .success(nil), false), (100, .failure(HardwareError(.speaker, "opening it", code: 5)), false),
  ]

  @Test(arguments: cases.indices) func aLoudVolumeIsToldWhereNoMixerMakesItLess(index: Int) async throws {
    let one = Self.cases[index]
    let time = ManualTime(morning)
    let (board, health) = (try BoardChoice.board("mock", time: time), try DeviceHealth(at: time))
    let outputs = try Outputs(board: board, health: health, events: health.events, time: time)
    let notes = await MixerLook(board: board, outputs: outputs, time: time, look: { _ in one.mixer })
      .notes(onVolume: one.volume)
    #expect(notes.count == (one.isNoted ? 1 : 0))
    #expect(notes.allSatisfy { $0.contains("Device") && $0.contains("`rouse sound preview tone --volume") })
  }
}
