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
    if let test = status.bedtime, test.ready, !isAnew {
      try say("Done before: \(CalmText.test(test, .output)).")
    } else if status.next == nil {
      try leave("the test before the night: it needs an alarm that rings")
    } else if try ask(.test) == "yes" {
      // With an answers file, nobody can hold up a card.
      if try !run(["test", "bedtime", "--for", isAtTerminal ? "60s" : "0s"]) {
        try leave("what the test has found; then `rouse test bedtime` again")
      }
    } else {
      try leave("the test before the night (`rouse test bedtime`)")
    }
    try set(.bedtime, .bedtime, "the test of each evening")
  }

  func setQuietHours() throws(ControlError) {
    let shaking = isFitted("vibration") ? ", which still shake," : ""
    try say("Alarms ring all the same. What is silent then: timers\(shaking) and tests.")
    try set(.quiet, .quiet, "quiet hours")
  }

  private func set(_ key: SettingKey, _ question: SetupQuestion, _ what: String) throws(ControlError) {
    let settings = try connection.ask(ListSettings()).settings
    guard let setting = settings.first(where: { $0.key == key }) else { return }
    if !isAnew, !setting.isDefault {
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
      "To see why a card was not read, the camera's last pictures of each ring can be kept, on this machine alone. "
        + "They show the room: only if everybody who sleeps there agrees.")
    let isDone = try persist { () throws(ControlError) in
      guard let answer = try ask(.evidence) else { return .later }
      // An answers file cannot say yes.
      if answer == "yes", try !run(["settings", "set", SettingKey.evidence.rawValue, "on"]) { return .failed }
      keep(answer, to: .evidence)
      return .done
    }
    if !isDone { try say("Nothing is kept meanwhile.") }
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
      : ["Left for later, and `rouse setup` asks for it again:"] + open.map { "- \($0)" }
    let said = (SetupQuestion.devices + [.camera]).map { $0.key }.filter { key in
      record.entries[key].map { $0.isSaid && $0.answer == "yes" } ?? false
    }
    if !said.isEmpty { lines.append("Said by a file, and tried by nobody: \(said.joined(separator: ", ")).") }
    lines.append(
      "What it remembers of rings stays on this machine, for two years at first: `rouse data` shows all that is kept, "
        + "and how it goes.")
    return lines + [""] + house(status.clock)
  }

  static func house(_ clock: ClockView) -> [String] {
    [
      "What depends on your house:",
      "- The time after a power cut: without a clock chip with a battery (RTC), the board waits for the network to "
        + "tell it. With one: `rouse settings set clock-source battery`."
        + (clock.trusted ? "" : " The time is not trusted now: `rouse status` says why."),
      "- The supply: take the board's own, on a socket that no switch turns off. A weak one fails when it is loud.",
      "- The card: hang it where you have to get up for it, out of the camera's view; and the spare elsewhere.",
    ]
  }
}
