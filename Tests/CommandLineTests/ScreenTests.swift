import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Control
@testable import rouse

/// Output is kept as text in `Screens`, so that a diff shows its changes. ROUSE_SCREENS=write updates the files.
struct ScreenTests {
  private static let styles: [(name: String, style: Style)] = [
    ("50", Style(columns: 50)), ("80", Style(columns: 80)), ("120", Style(columns: 120)),
    ("plain", Style(isPlain: true)), ("piped", Style()),
  ]

  private static let status: StatusView = {
    let speaker = FindingView.problem(
      "speaker", "opening it failed: EBUSY", why: "another program holds it", fix: "`sudo fuser -v /dev/snd/*`")
    return Sample.status(
      verdict: VerdictView(state: .atRisk, problems: [speaker], warnings: 1, tested: "2026-11-21T21:30:00+01:00"),
      next: Sample.occurrence(), skips: [Sample.occurrence(inSeconds: 119_520)],
      misses: [MissView(alarmId: "m2n8qr", label: "Gym", due: "2026-11-21T18:00:00+01:00", rang: false)])
  }()

  private static let rows = [
    Sample.alarm(), Sample.alarm(label: "The train to the sea, with all the luggage", next: nil),
    Sample.alarm(label: "", enabled: false, next: nil),
  ].map { AlarmRow($0) }

  private static let settings = SettingKey.allCases.map { key in
    SettingView(key: key, value: Settings().text(of: key), isDefault: true, help: key.setting.help)
  }

  private static let findings: [FindingView] = [
    .ok("camera", "opened; the mean brightness of a frame is 92 of 255"),
    .problem(
      "speaker", "opening it failed: EBUSY", why: "another program holds it, so alarms are not heard through it",
      fix: "find it: `sudo fuser -v /dev/snd/*`, and end it"),
  ]

  private static let screens: [(name: String, text: @Sendable (Style) -> String)] = [
    ("status", { StatusText.rendered(status, style: $0) }),
    ("alarm-list", { AlarmText.table(rows).rendered(style: $0) }),
    ("settings-list", { SettingsListCommand.text(of: settings, style: $0) }),
    ("card-list", { CardListCommand().table(ListCards.Reply(cards: [Sample.card])).rendered(style: $0) }),
    ("history", { HistoryText.table(DataTests.rings.map(\.0)).rendered(style: $0) }),
    ("reminder-list", { ReminderText.list(Sample.reminders, style: $0) }),
    ("reminder-show", { ReminderText.whole(Sample.reminders.reminders[1], style: $0) }),
    ("data", { DataListCommand.table(DataTests.categories).rendered(style: $0) }),
    ("doctor", { DoctorCommand.text(findings, style: $0) }), ("setup", setup),
    ("insight", { style in insight("07:30") { DashboardText.lines($0, isDetailed: false, style) } }),
    ("insight-detailed", { style in insight("19:00") { DashboardText.lines($0, isDetailed: true, style) } }),
    (
      "insight-score",
      { style in insight("07:30") { ScoreText.lines($0, style) + ScoreText.explanation($0.today, style) } }
    ),
  ]

  private static func insight(_ hour: String, _ lines: (Dashboard) -> [String]) -> String {
    do throws(ControlError) {
      return lines(try DashboardTests.dashboard(hour: hour)).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Sendable private static func setup(_ style: Style) -> String {
    let questions = SetupQuestion.all.enumerated().map { index, question in
      style.wrapped(String(question.prompt(number: index + 1).dropLast()))
    }
    let end = SetupGuide.ending(
      status, SetupRecord(path: "/nowhere", of: status), open: ["to aim the camera (`rouse camera aim`)"], style)
    return (questions + [""] + end.map { style.wrapped($0) }).joined(separator: "\n")
  }

  private static let folder = String(#filePath.dropLast("ScreenTests.swift".count)) + "Screens"

  static func expectKept(_ shown: String, as name: String) throws {
    let path = "\(folder)/\(name).txt"
    if getenv("ROUSE_SCREENS").map({ String(cString: $0) }) == "write" { try Files.write(shown, to: path) }
    #expect(shown == Files.text(path), "\(path): where it is meant to be so: ROUSE_SCREENS=write")
  }

  @Test(arguments: screens.indices, styles.indices)
  func aScreenLooksAsItDid(screen: Int, style: Int) throws {
    let (name, text) = Self.screens[screen]
    let (kind, look) = Self.styles[style]
    let shown = text(look) + "\n"
    try Self.expectKept(shown, as: "\(name).\(kind)")
    guard let columns = look.columns else { return }
    // Commands are not wrapped, because people copy them.
    for line in shown.split(separator: "\n") where !line.contains("`") {
      #expect(Terminal.width(String(line)) <= columns, "\(line)")
    }
  }
}
