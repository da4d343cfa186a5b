import AlarmClock
import ArgumentParser
import Testing

@testable import Control
@testable import rouse

struct TimerTests {
  private static func view(
    label: String = "tea", _ state: TimerView.State = .running, left: Int = 1500, late: Int = 0, endsAt: String? = end,
    unnoticed: String? = nil, chime: ChimeView = chime()
  ) -> TimerView {
    TimerView(
      id: "k3f9xa", label: label, preset: nil, state: state, length: 1500, left: left, endsAt: endsAt, late: late,
      unnoticed: unnoticed, chime: chime)
  }

  private static let end = "2026-11-22T10:32:05.250+01:00"

  private static func chime(
    on: Bool = true, sound: String = "tone", volume: Int = 80, vibration: Vibration = .medium,
    playsInstead: String? = nil, quiet: Bool = false
  ) -> ChimeView {
    ChimeView(
      on: on, sound: sound, volume: volume, vibration: vibration, vibrationPattern: .pulse,
      playsInstead: playsInstead, quiet: quiet, inherited: ["sound"])
  }

  private static let ends = "chimes: `rouse timer stop`, or any enrolled card, ends it."

  static let sentences: [(TimerView, String)] = [
    (view(), "tea ends at 10:32:05 (in 25 min)."), (view(label: ""), "Timer k3f9xa ends at 10:32:05 (in 25 min)."),
    (view(.paused, left: 723, endsAt: nil), "tea is paused, with 12 min 3 s left."),
    (view(.chiming, left: 0), "tea ended at 10:32:05, and " + ends),
    (view(.chiming, left: 0, late: 180), "tea ended at 10:32:05 (3 min ago), and " + ends),
    (view(.waiting, left: 0), "tea ended at 10:32:05, and will chime after the alarm."),
    (
      view(.chiming, left: 0, late: 180, unnoticed: "the speaker fails, its vibration is off"),
      "tea ended at 10:32:05 (3 min ago), NOT NOTICED: the speaker fails, its vibration is off. "
        + "`rouse timer stop` clears it."
    ),
    (view(.ended, left: 0), "tea ended at 10:32:05; its chime is off."),
    (view(label: "a\u{1B}b"), "a?b ends at 10:32:05 (in 25 min)."),
  ]

  @Test(arguments: sentences)
  func everyVerbSaysWhatHoldsNow(timer: TimerView, sentence: String) {
    #expect(TimerText.sentence(timer) == sentence)
  }

  @Test(arguments: [
    (chime(), "tone 80%, medium pulse"), (chime(on: false), "off"), (chime(volume: 0), "medium pulse"),
    (chime(sound: "off"), "medium pulse"), (chime(vibration: .off), "tone 80%"),
    (chime(volume: 0, vibration: .off), "nothing"),
    (chime(playsInstead: "bell"), "tone gone (missing: bell plays) 80%, medium pulse"),
    (chime(quiet: true), "tone 80% (silent in quiet hours), medium pulse"),
  ])
  func theChimeIsReadable(chime: ChimeView, text: String) { #expect(TimerText.chime(chime) == text) }

  @Test func theFirstToEndStandsFirstAndStatusAndLogNameTimers() {
    let rows = TimerText.table([
      Self.view(label: "later", left: 3000), Self.view(label: "done", .chiming, left: 0, late: 180),
      Self.view(label: "earlier", .chiming, left: 0, late: 240), Self.view(label: "soon", left: 30),
    ]).rows
    #expect(rows.map { $0[6] } == ["earlier", "done", "soon", "later"])
    #expect(rows[1] == ["-", "10:32:05", "k3f9xa", "CHIMING, 3 min ago", "25m", "tone 80%, medium pulse", "done"])
    var other = Self.view()
    other.id = "x2y3z4"
    #expect(TimerText.subject(Self.view(), among: [Self.view(), other]) == "tea (k3f9xa)")
    #expect(TimerText.subject(Self.view(), among: [Self.view()]) == "tea")
    let why = "it has no sound, its vibration is off"
    #expect(TimerText.state(Self.view(.chiming, left: 0, unnoticed: why)) == "ended, NOT NOTICED: \(why)")
    var status = Sample.status()
    status.timers = [Self.view(), Self.view(label: "bread", .paused, left: 60, endsAt: nil)]
    let text = StatusText.rendered(status, style: Style(isColoured: false))
    let timers = "   timers: tea ends at 10:32:05 (in 25 min).\n           bread is paused, with 1 min left.\n"
    #expect(text.contains(timers) && text.contains("state: idle"))
    let event = EventView(
      time: "2026-11-22T07:30:00+01:00", nanoseconds: "1", event: "timer_ended", alarmId: nil, label: "tea",
      detail: "3m late")
    #expect(LogCommand.line(event) == "Sun 2026-11-22 07:30:00  timer_ended           tea  3m late")
  }

  /// `end` is at 10:32:05.
  @Test(arguments: [
    (view(left: 37_925), "10:32:05"), (view(left: 37_926), "Sun 2026-11-22 10:32:05"),
    (view(.chiming, left: 0, late: 48_474), "10:32:05"),
    (view(.chiming, left: 0, late: 48_475), "Sun 2026-11-22 10:32:05"),
  ])
  func anEndThatIsNotTodayHasItsDay(timer: TimerView, text: String) {
    #expect(TimerText.table([timer]).rows.map { $0[1] } == [text])
  }

  @Test(arguments: [
    (["teapot"], "The length is missing: `rouse timer extend teapot 5m`."),
    (["5m", "teapot"], "The timer comes first: `rouse timer extend teapot 5m`."),
    (["my tea"], "The length is missing: `rouse timer extend 'my tea' 5m`."),
    (["5m", "my tea"], "The timer comes first: `rouse timer extend 'my tea' 5m`."),
  ])
  func anExtensionThatIsIncompleteSaysHowItIsTyped(words: [String], says: String) {
    let error = #expect(throws: (any Error).self) { try Rouse.parseAsRoot(["timer", "extend"] + words) }
    #expect(error.map { Rouse.message(for: $0).contains(says) } == true)
  }

  @Test(arguments: [
    ("tea", "tea"), ("Grüner-Tee_2", "Grüner-Tee_2"), ("my tea", "'my tea'"), ("mum's $tea", "'mum'\\''s $tea'"),
    ("`reboot`", "'`reboot`'"), ("", "''"), ("a*", "'a*'"), ("~", "'~'"),
  ])
  func aNameInACommandCanBePastedIntoAShell(name: String, word: String) { #expect(name.shellWord == word) }

  @Test(arguments: [(1, "1s"), (60, "60s"), (90, "90s"), (600, "10m"), (86_400, "24h")])
  func rangesAreSaidAsInTheHelp(seconds: Int, text: String) { #expect(Span.word(seconds) == text) }

  @Test func aPresetIsReadable() {
    let preset = PresetView(name: "tea", length: 240, chime: Self.chime())
    #expect(PresetText.sentence(preset) == "The preset tea runs for 4m: tone 80%, medium pulse.")
    #expect(PresetText.table([preset]).rows == [["tea", "4m", "tone 80%, medium pulse"]])
    for (unsupported, chime) in [
      ([.vibration], "tone 80%"), ([.sound, .volume], "beeps, medium pulse"), ([.sound, .vibration], "beeps"),
      ([.sound, .reminderSound], "medium pulse"), ([.sound, .reminderSound, .vibration], "nothing"),
    ] as [(Set<SettingKey>, String)] {
      #expect(PresetText.table([preset], unsupported: unsupported).rows.map { $0[2] } == [chime])
    }
  }

  @Test func everyValueOfATimerHasItsOption() throws {
    let keys: [(option: String, key: SettingKey)] = [
      ("--sound tone", .sound), ("--volume 5", .volume), ("--vibration off", .vibration),
      ("--vibration-pattern steady", .vibrationPattern), ("--pattern steady", .vibrationPattern),
      ("--chime off", .chime),
    ]
    #expect(Set(keys.map(\.key)) == Set(SettingKey.ofTimers))
    for (option, key) in keys {
      let inputs = [
        try ParsingTests.parse("timer start 5m \(option)", as: TimerStartCommand.self).options.input(),
        try ParsingTests.parse("timer edit tea \(option)", as: TimerEditCommand.self).change.input,
        try ParsingTests.parse("timer preset add tea 5m \(option)", as: PresetAddCommand.self).options.input(),
        try ParsingTests.parse("timer preset edit tea \(option)", as: PresetEditCommand.self).change.input,
      ]
      let input = TimerInput(values: [key: String(option.split(separator: " ")[1])])
      #expect(inputs.allSatisfy { $0 == input }, "\(option)")
    }
  }

  @Test func aNameCanBeLeftOut() throws {
    #expect(try ParsingTests.parse("timer pause", as: TimerPauseCommand.self).timer.name == nil)
    #expect(try ParsingTests.parse("timer resume tea", as: TimerResumeCommand.self).timer.name == "tea")
    #expect(try ParsingTests.parse("timer cancel tea", as: TimerCancelCommand.self).timer.name == "tea")
    #expect(try ParsingTests.parse("timer stop", as: TimerStopCommand.self).name == nil)
    for (words, timer) in [("5m", nil), ("tea 5m", "tea")] as [(String, String?)] {
      let extended = try ParsingTests.parse("timer extend \(words)", as: TimerExtendCommand.self).command
      #expect(extended.timer == timer && extended.by == "5m")
    }
    #expect(try ParsingTests.parse("timer start 5m --label -tea-", as: TimerStartCommand.self).label == "-tea-")
  }
}
