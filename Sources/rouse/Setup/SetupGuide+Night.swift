import AlarmClock
import Control

extension SetupGuide {
  func setAlarm() throws(ControlError) {
    var alarms: [AlarmRow] = []
    try connection.open().stream(ListAlarmRows()) { alarms += $0.rows }
    if let first = alarms.first {
      let more = alarms.count > 1 ? ", and \(alarms.count - 1) more" : ""
      let rule = TimePhrase.clocks(in: first.rule)
      return try say("Done before: \(StatusText.name(first.label, first.id)), \(rule)\(more).")
    }
    let cards = try connection.ask(ListCards()).cards
    guard cards.contains(where: { $0.kind == .dismiss && $0.enrolled }) else {
      return try leave("the first alarm: it needs a card that the camera has seen")
    }
    let isDone = try persist { () throws(ControlError) in
      guard let time = try ask(.alarm), let days = try ask(.alarmDays), let label = try ask(.alarmLabel) else {
        return .later
      }
      // Without days, the alarm rings once.
      let repeated = days.lowercased() == "once" || time.hasPrefix("+") ? [] : ["--days", days]
      return try run(["alarm", "add", time] + repeated + ["--label", label]) ? .done : .failed
    }
    if !isDone { try leave("the first alarm (`rouse alarm add 07:30 --days mon-fri`)") }
  }

  func testBeforeTheNight() throws(ControlError) {
    if let test = status.bedtime, test.ready, !asksAgain {
      try say("Done before: \(CalmText.test(test, .output)).")
    } else if status.next == nil {
      try leave("the bedtime test: it needs an alarm that rings")
    } else if try ask(.test) == "yes" {
      // With an answers file, nobody can hold up a card.
      if try !run(["test", "bedtime", "--for", isAtTerminal ? "60s" : "0s"]) {
        try leave("what the test found; then run `rouse test bedtime` again")
      }
    } else {
      try leave("the bedtime test (`rouse test bedtime`)")
    }
    try set(.bedtime, .bedtime, "the test every evening")
  }

  func setQuietHours() throws(ControlError) {
    let shaking = isFitted("vibration") ? ", which still vibrate," : ""
    try say("Alarms still ring. Timers\(shaking) and tests are silent.")
    try set(.quiet, .quiet, "quiet hours")
  }

  private func set(_ key: SettingKey, _ question: SetupQuestion, _ what: String) throws(ControlError) {
    let settings = try connection.ask(ListSettings()).settings
    guard let setting = settings.first(where: { $0.key == key }) else { return }
    if !asksAgain, !setting.isDefault {
      return try say("Done before: \(what), \(TimePhrase.clocks(in: Terminal.printable(setting.value ?? "off"))).")
    }
    if decided(question) != nil { return try say("Done before: \(what), off.") }
    let isDone = try persist { () throws(ControlError) in
      guard let value = try ask(question) else { return .later }
      let isChange = value.lowercased() != "off" || !setting.isDefault
      if isChange, try !run(["settings", "set", key.rawValue, value]) { return .failed }
      keep(value, to: question)
      return .done
    }
    if !isDone { try leave("\(what) (`rouse settings set \(key.rawValue) VALUE`)") }
  }

  func askTheRoom() throws(ControlError) {
    if status.evidence { return try say("Done before: \(CalmText.evidence).") }
    if decided(.evidence) != nil { return try say("Done before: no pictures of rings are kept.") }
    try say(
      "To show why a card was not read, the clock can keep the camera's last pictures of each ring, only on this "
        + "computer. They show the room, so everybody who sleeps there must agree.")
    let isDone = try persist { () throws(ControlError) in
      guard let answer = try ask(.evidence) else { return .later }
      // An answers file cannot say yes.
      if answer == "yes", try !run(["settings", "set", SettingKey.evidence.rawValue, "on"]) { return .failed }
      keep(answer, to: .evidence)
      return .done
    }
    if !isDone { try say("Until then no pictures are kept.") }
  }
}

/// The time and its zone. If either is wrong, every alarm rings at the wrong time.
extension SetupGuide {
  func askTheTime() throws(ControlError) {
    guard isAtTerminal else {
      try say("\(sentence).")
      if ZoneAdvice.isUTC(status.clock.zone) { try leave("to set the time zone: \(ZoneAdvice.remedy)") }
      return
    }
    guard decided(.time) != status.clock.zone else { return try say("\(sentence).") }
    _ = try persist { () throws(ControlError) in
      status = try connection.ask(GetStatus())
      var question = SetupQuestion.time
      question.text = "\(sentence). Is that right?"
      guard let answer = try ask(question, fallback: ZoneAdvice.isUTC(status.clock.zone) ? "no" : "yes") else {
        try leave("to check the time and its zone: `rouse help zone`")
        return .later
      }
      if answer == "yes" {
        keep(status.clock.zone, to: question)
        return .done
      }
      try say(
        "To set the zone, type in another terminal: \(ZoneAdvice.remedy). If the zone is right and the time is wrong, "
          + "`timedatectl` shows whether the time comes from the network.")
      return .failed
    }
  }

  /// Example: `It is Wed 2026-11-25 18:06 in Etc/UTC`.
  private var sentence: String {
    "It is \(TimePhrase.stamp(status.clock.now, .wholeMinutes)) in \(Terminal.printable(status.clock.zone))"
  }
}

/// The end of the guide.
extension SetupGuide {
  /// Says whether the clock is ready, what is left, and what only the user can check.
  static func ending(_ status: StatusView, _ record: SetupRecord, open: [String], _ style: Style) -> [String] {
    var lines = VerdictText.lines(status, style)
    if status.board.mock { lines.append(style.yellow("MOCK BOARD: no real hardware is driven")) }
    lines +=
      open.isEmpty
      ? ["Nothing is left for later."]
      : ["Left for later; `rouse setup` asks again:"] + open.map { "- \($0)" }
    let said = (SetupQuestion.devices + [.camera]).map { $0.key }.filter { key in
      record.entries[key].map { $0.isSaid && $0.answer == "yes" } ?? false
    }
    if !said.isEmpty { lines.append("From the answers file, not tested: \(said.joined(separator: ", ")).") }
    lines.append(
      "The history of rings stays on this computer, by default for two years: `rouse data` shows everything that is "
        + "kept and how to erase it.")
    return lines + [""] + house(status.clock)
  }

  static func house(_ clock: ClockView) -> [String] {
    [
      "Check these in your home:",
      "- The time after a power cut: without a clock chip with a battery (RTC), the board gets it from the network. "
        + "With one: `rouse settings set clock-source battery`."
        + (clock.trusted ? "" : " The time is not trusted now: `rouse status` says why."),
      "- The power supply: use the board's own, on an unswitched outlet. A weak one fails when the sound is loud.",
      "- The card: hang it where you must get up for it, out of the camera's view. Keep the spare elsewhere.",
    ]
  }
}
