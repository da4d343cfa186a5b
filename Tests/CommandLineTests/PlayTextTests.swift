import AlarmClock
import ArgumentParser
import Testing

@testable import Control
@testable import rouse

@Suite struct PlayTextTests {
  private static func progress(
    _ milliseconds: Int, what: String = "bell 60%", ended: PreviewProgress.Ending? = nil, notes: [String] = []
  ) -> PreviewProgress {
    PreviewProgress(what: what, milliseconds: milliseconds, total: 10_000, ended: ended, notes: notes)
  }

  @Test func aPreviewIsALineThatFillsUpOrSaysWhyThereIsNone() {
    #expect(PreviewText.line(Self.progress(4_900)) == "bell 60%: 4 s of 10 s")
    #expect(
      PreviewText.bar(Self.progress(4_000), columns: 80)
        == "bell 60%  \(String(repeating: "▮", count: 8))\(String(repeating: "▯", count: 12))  4 s of 10 s")
    #expect(!PreviewText.bar(Self.progress(0), columns: 80).contains("▮"))
    #expect(!PreviewText.bar(Self.progress(10_000), columns: 80).contains("▯"))
    #expect(
      PreviewText.ending(Self.progress(0, what: "", ended: .nothing, notes: ["the vibration is off"]))
        == "There is nothing to preview: the vibration is off.")
  }

  @Test func theLineIsNeverWiderThanTheWindowAndHasNoEscapes() {
    for columns in 1...100 {
      for what in ["bell 60%", "鐘鐘鐘鐘", String(repeating: "long ", count: 30)] {
        let bar = PreviewText.bar(Self.progress(4_000, what: what), columns: columns)
        #expect(Terminal.width(bar) < columns, "\(columns)")
      }
    }
    // What others have named reaches no terminal.
    let hostile = Self.progress(0, what: "a\u{1B}[2J", ended: .over)
    for text in [PreviewText.line(hostile), PreviewText.bar(hostile, columns: 80), PreviewText.ending(hostile)] {
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test(arguments: [
    (PreviewProgress.Ending.over, "finished."), (.stopped, "stopped."),
    (.replaced, "another preview took its place."), (.alarm, "an alarm stopped it."),
    (.timer, "the end of a timer stopped it."),
  ])
  func howAPreviewEndedIsSaid(ending: PreviewProgress.Ending, text: String) {
    #expect(PreviewText.ending(Self.progress(3_000, ended: ending)) == "bell 60%: " + text)
  }

  @Test(arguments: [
    (NoiseView.State.playing, nil, nil, "until it is stopped"),
    (.playing, "2026-11-21T23:15:00+01:00", nil, "until 23:15, fading out in its last 10m"),
    (.starting, nil, nil, "until it is stopped, starting"),
    (.waiting, nil, "a preview", "until it is stopped, waiting behind a preview"),
    (.failed, nil, "ENODEV", "until it is stopped, NOT HEARD: ENODEV"),
  ])
  func noiseIsToldInAWordOrTwo(state: NoiseView.State, until: String?, why: String?, text: String) {
    let noise = NoiseView(
      sound: "rain", volume: 30, since: "2026-11-21T22:30:00+01:00", until: until, fadeOut: until == nil ? 0 : 600,
      state: state, why: why)
    #expect(NoiseText.line(noise, style: Style(isColoured: false)) == "rain at 30 % " + text)
  }

  @Test(arguments: [
    (SettingKey.sound, nil, nil, true, "sound stays default."), (.volume, "60", "60", false, "volume stays 60."),
    (.vibration, "medium", "strong", false, "vibration medium → strong."),
    (.volume, "60", "80", true, "volume 60 → 80 (default)."), (.sound, "bell", nil, true, "sound bell → default."),
    (.sound, nil, "bell", false, "sound default → bell."),
  ])
  func whatASettingWasAndIsIsSaidOnceItIsSaved(
    key: SettingKey, was: String?, now: String?, isDefault: Bool, text: String
  ) {
    let setting = SettingView(key: key, value: now, isDefault: isDefault, help: "")
    let changes = setting.changes(from: SettingView(key: key, value: was, isDefault: was == nil, help: ""))
    #expect(SettingText.sentence(ChangeSetting.Reply(setting: setting, changes: changes, notes: [])) == text)
  }

  @Test func whatRingsNextIsSaidOfSettingsThatMayChangeIt() {
    let quiet = SettingKey.allCases.filter { key in
      let setting = SettingView(key: key, value: "x", isDefault: false, help: "")
      let reply = ChangeSetting.Reply(setting: setting, changes: [], next: Sample.occurrence(), notes: [])
      let lines = SettingText.consequence(reply)
      #expect(lines.isEmpty || lines == [ChangeText.next(Sample.occurrence())])
      return lines.isEmpty
    }
    #expect(Set(quiet) == Set([SettingGroup.display, .turns, .night, .light].flatMap(\.keys)))
    #expect(
      quiet.contains(.zones) && quiet.contains(.brightness) && !quiet.contains(.volume) && !quiet.contains(.quiet))
  }

  static let sayings: [(words: [String], text: String?)] = [
    (["time"], nil), (["Good night"], "Good night"), (["Good", "night", "--volume", "30"], "Good night"),
    (["Good", "night", "--volume", "30%"], "Good night"), (["time", "flies"], "time flies"), (["Time"], "Time"),
    (["--", "-5", "degrees"], "-5 degrees"),
  ]

  @Test(arguments: sayings)
  func whatIsSaidIsWhatWasTypedOrTheTime(words: [String], text: String?) throws {
    let command = try #require(try Rouse.parseAsRoot(["say"] + words) as? SayCommand)
    let say = try command.command { throw ControlError(.internal, "nobody is to be asked", why: "", fix: "") }
    #expect(say.text == text && say.volume == (words.contains("--volume") ? 30 : nil))
  }

  @Test(arguments: ["101", "-5", "loud", "30%%"])
  func aVolumeThatIsNoneIsRefusedInTheWordsOfThePreview(volume: String) throws {
    let command = try #require(try Rouse.parseAsRoot(["say", "time", "--volume", volume]) as? SayCommand)
    let error = #expect(throws: InvalidValue.self) { try command.command { Sample.status() } }
    #expect(error?.field == "--volume")
  }

  static let heard: [(status: StatusView, next: String, rest: String)] = [
    (Sample.status(), "No alarm will ring.", ""),
    (
      Sample.status(verdict: VerdictView(state: .ready), next: Sample.occurrence()),
      "Work rings on Sunday at 7:30, in 9 hours 12 minutes.", " It is ready. It was not tested."
    ),
    (
      Sample.status(
        verdict: VerdictView(
          state: .atRisk,
          problems: [
            .problem("speaker", "it is held by `mpv`: EBUSY", why: "w", fix: "f"),
            .problem("clock", "c", why: "w", fix: "f"),
          ]), next: Sample.occurrence(inSeconds: 3660)),
      "Work rings on Sunday at 7:30, in 1 hour 1 minute.",
      " It is at risk: speaker: it is held by mpv: EBUSY. And 1 more."
    ),
  ]

  @Test(arguments: heard)
  func theClockSaysHowItIsInSentences(status: StatusView, next: String, rest: String) throws {
    #expect(SpokenStatus.next(status) == next)
    #expect(SpokenStatus.whole(status) == next + rest)
  }

  @Test func whatIsWrongWithTheMachineAndWhatTheHouseHadDoneIsHeardOf() {
    var status = Sample.status()
    var said: String { SpokenStatus.whole(status) }
    let calm = said
    status.power = PowerView(low: false)
    #expect(!said.contains("supply"))
    let since = "2026-11-22T03:12:44+01:00"
    status.power = PowerView(low: true, since: since, fix: "a `command`")
    #expect(said.contains("The supply's voltage is too low, since 3:12: use a better supply, and a short cable."))
    status.power = nil
    status.processor = ProcessorView(temperature: 60, level: .ok)
    #expect(!said.contains("processor"))
    status.processor = ProcessorView(temperature: 82, level: .hot, since: since, fix: "a `command`")
    let hot = "The processor is too hot, at 82 degrees, since 3:12: give the clock air, and keep it out of the sun."
    #expect(said.contains(hot))
    status.processor = ProcessorView(temperature: 86.5, level: .tooHot)
    #expect(said.contains("The processor is much too hot, at 86.5 degrees: give the clock air"))
    status.processor = nil
    status.home = HomeStatusView(
      report: nil,
      changes: [
        .init(time: "2026-11-21T22:10:00+01:00", what: "volume set to 20 by MQTT"),
        .init(time: "2026-11-21T23:14:30+01:00", what: "Work skipped by Home Assistant"),
      ])
    #expect(said == calm + " Work skipped by Home Assistant, at 23:14. And 1 more changes by the house.")
  }

  @Test func theListOfVibrationsMarksTheDefaults() {
    let text = VibrationListCommand.text(
      VibrationListCommand.Document(
        levels: Vibration.allCases.map(\.rawValue), patterns: VibrationPattern.allCases.map(\.rawValue),
        level: "medium", pattern: "pulse", isSupported: false))
    let defaults = text.split(separator: "\n").filter { $0.hasSuffix("yes") }
    #expect(defaults.compactMap { $0.split(separator: " ").first } == ["medium", "pulse"])
    #expect(text.contains("Not supported on this board") && !text.contains("unknown"))
  }
}
