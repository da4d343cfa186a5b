import AlarmClock
import Boards
import Control
import Hardware
import ScanLine

/// The rules that turn symptoms into findings and fixes, for `status`, `doctor` and the bedtime test. Pure.
enum Diagnosis {
  static func findings(_ symptoms: Symptoms) -> [FindingView] {
    var findings = [board(symptoms)]
    findings += symptoms.boardWarnings.map {
      .warning("board", $0, why: "two uses of one pin or one PWM channel disturb each other", fix: "rewire one of them")
    }
    findings += symptoms.sharedLines.map { shared($0, symptoms) }
    findings += DeviceRole.allCases.map { device($0, symptoms) }
    findings += [heat(symptoms)].compactMap(\.self) + wiring(symptoms)
    findings += [confinement(symptoms), groups(symptoms), mixer(symptoms)].compactMap(\.self)
    findings += [cards(symptoms), lyingCards(symptoms), evidence(symptoms)].compactMap(\.self)
    findings += [clock(symptoms), zone(symptoms)]
    findings += symptoms.missingSounds.map(missing)
    findings += symptoms.endingCalendars.map { ending($0, symptoms) }
    findings += low(symptoms)
    findings += home(symptoms)
    findings += service(symptoms)
    findings.append(hardwareWatchdog(symptoms))
    findings += folder(symptoms)
    findings += disks(symptoms)
    findings += [store(symptoms), next(symptoms)].compactMap(\.self)
    return findings
  }

  private static func board(_ symptoms: Symptoms) -> FindingView {
    guard symptoms.isMock else {
      return .ok("board", symptoms.board + (symptoms.boardFile.map { " (\($0))" } ?? ""))
    }
    return .warning(
      "board", "the mock board: no real hardware is driven", why: "no alarm makes a noise that anybody hears",
      fix: "on a clock, put your board's file at \(BoardChoice.systemFile): "
        + "\(symptoms.machine?.boardCommand ?? BoardPlace().command), then `sudo systemctl restart rouse`")
  }

  private static func shared(_ line: SharedLine, _ symptoms: Symptoms) -> FindingView {
    let roles = Set(line.roles).map(\.rawValue).sorted().joined(separator: " and ")
    return .problem(
      "board", "\(line.place) has two devices: \(roles)",
      why: "only the first that asks for a line gets it, and the other does nothing",
      fix: "wire one of them to another line, write that into \(symptoms.boardFile ?? "the board file"), then "
        + "`sudo systemctl restart rouse`")
  }

  private static func device(_ role: DeviceRole, _ symptoms: Symptoms) -> FindingView {
    guard let device = symptoms.devices[role], device.isFitted else {
      // A Raspberry Pi reports its supply even without a monitor in the board file.
      if role == .power, let supply = power(symptoms) { return supply }
      guard role == .camera else { return .ok(role.rawValue, "not fitted") }
      return .problem(
        role.rawValue, "not fitted", why: "no card can be seen, so nothing ends a ring until `silence-after`",
        fix: "fit a USB camera, and add it to \(symptoms.boardFile ?? "the board file"): camera: { driver: \"v4l2\" }")
    }
    if let gap = gap(role, symptoms) { return gap }
    if let error = device.error {
      let remedy = Remedy(error, user: symptoms.user, fitted: symptoms.fitted)
      return FindingView(
        check: role.rawValue, level: role == .display || role.isSensor ? .warning : .problem, what: "\(error)",
        why: remedy.why,
        fix: remedy.fix)
    }
    if let degradation = device.degradation {
      return .warning(
        role.rawValue, degradation, why: "it works, and does less than it could",
        fix: "use a pin with hardware PWM: see the board's README")
    }
    if let note = device.note { return .ok(role.rawValue, note) }
    if role == .camera, let brightness = symptoms.brightness {
      return .ok(role.rawValue, camera(symptoms.camera, brightness))
    }
    if let said = reading(role, symptoms) { return said }
    let wasTried = symptoms.wereDevicesTried && role != .camera
    return .ok(role.rawValue, wasTried ? "it did as it was told" : "no failure is known; it is in use")
  }

  private static func reading(_ role: DeviceRole, _ symptoms: Symptoms) -> FindingView? {
    let readings = ReadingsView(symptoms.readings)
    switch role {
    case .light: return readings.light.map { .ok(role.rawValue, $0) }
    case .room: return readings.room.map { .ok(role.rawValue, $0) }
    case .power: return power(symptoms)
    default: return nil
    }
  }

  /// Returns, for example, `Camera at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 210 ms …`.
  private static func camera(_ opened: OpenedReport?, _ brightness: Int) -> String {
    let known = [opened?.camera, opened?.format].compactMap(\.self).joined(separator: ": ")
    let parts = opened?.milliseconds.values.reduce(0, +) ?? 0
    let after = parts > 0 ? " after \(Int(parts.rounded())) ms" : ""
    let lens = opened?.hasFocus == false ? "; its focus is fixed: print cards 8 to 10 cm wide" : ""
    return (known.isEmpty ? "" : known + "; ") + "a frame arrived\(after), its mean brightness is \(brightness) of 255"
      + lens
  }

  private static func mixer(_ symptoms: Symptoms) -> FindingView? {
    guard let mixer = symptoms.mixer else { return nil }
    guard let element = mixer.element else {
      return .ok("mixer", "the card \(mixer.card) has no volume control: it always plays at its full level")
    }
    let what = "\(element) of the card \(mixer.card) is \(mixer.isMuted ? "muted" : "at \(mixer.percent) %")"
    guard mixer.isMuted || mixer.percent < LowVolume.limit else { return .ok("mixer", what) }
    return .warning(
      "mixer", what,
      why: "timers, previews and noise are \(mixer.isMuted ? "not" : "hardly") heard; an alarm sets it to `level` of "
        + "the board file for as long as it rings",
      fix: mixer.remedy)
  }

  private static func cards(_ symptoms: Symptoms) -> FindingView? {
    switch symptoms.cardCount {
    case nil: nil
    case 0?:
      .warning(
        "cards", "no card is enrolled", why: "without one no alarm can be set",
        fix: Symptoms.firstStep)
    case 1?:
      .warning(
        "cards", "there is one card alone",
        why: "if it is lost or wet, a ring goes on until it gives up (`silence-after`)",
        fix: Symptoms.firstStep)
    case let count?: .ok("cards", "\(count) cards are enrolled")
    }
  }

  private static func lyingCards(_ symptoms: Symptoms) -> FindingView? {
    guard !symptoms.lyingCards.isEmpty else { return nil }
    let isOne = symptoms.lyingCards.count == 1
    let others = symptoms.otherCards
    return FindingView(
      check: "card", level: others.isEmpty ? .problem : .warning,
      what: "\(symptoms.lyingCards.joined(separator: " and ")) \(isOne ? "lies" : "lie") before the camera",
      why: others.isEmpty
        ? "a card ends a ring only when it is brought, and no other ends the next one: it would ring on until this one "
          + "was taken away and brought back"
        : "a card ends a ring only when it is brought; until then only \(others.joined(separator: " or ")) would end "
          + "the next one",
      fix: "take \(isOne ? "it" : "them") back to \(isOne ? "its place" : "their places")")
  }

  /// Never a warning, but everybody who sleeps there should know.
  private static func evidence(_ symptoms: Symptoms) -> FindingView? {
    guard symptoms.keepsEvidence else { return nil }
    return .ok(
      "evidence",
      "ON: the camera's last pictures of each ring are kept, and members of the group rouse can look at them; "
        + "`rouse settings set evidence off` deletes them")
  }

  private static func missing(_ sound: MissingSoundView) -> FindingView {
    let users = sound.usedBy.joined(separator: " and ")
    if let why = sound.why {
      return .warning(
        "sound", "the sound \(sound.sound) cannot be played, which \(users) asked for",
        why: "\(why); \(sound.playsInstead) plays instead", fix: "choose another where it is used: rouse sound list")
    }
    return .warning(
      "sound", "the sound \(sound.sound) is gone, which \(users) asked for", why: "\(sound.playsInstead) plays instead",
      fix: "add it again (rouse sound add FILE), or choose another where it is used: rouse sound list")
  }

  private static func ending(_ calendar: EndingCalendarView, _ symptoms: Symptoms) -> FindingView {
    .warning(
      "holidays", calendar.what(today: symptoms.today),
      why: "on holidays after that, alarms ring, except on those that come back every year", fix: calendar.fix)
  }

  private static func low(_ symptoms: Symptoms) -> [FindingView] {
    var alone = symptoms.lowAlarms.filter(\.low.isAlone).map(\.name)
    let felt = symptoms.lowAlarms.filter { !$0.low.isAlone }.map(\.name)
    var findings: [FindingView] = []
    let risk = "below \(LowVolume.limit) %, with nothing felt beside it"
    let hasBuzzer = symptoms.fitted.contains(.buzzer)
    let loudSpeaker = "the speaker plays at \(RingState.standInVolume) %"
    let why = "nobody may wake before \(hasBuzzer ? "the buzzer joins" : loudSpeaker)"
    if case .ring(let next)? = symptoms.next, let index = alone.firstIndex(of: next.name) {
      alone.remove(at: index)
      findings.append(
        .problem(
          "volume", "\(next.name) rings next, \(risk)", why: why,
          fix: "raise it: rouse alarm edit \(next.alarmID) --volume 60"))
    }
    let feltAlone = "vibration may wake nobody before \(hasBuzzer ? "the buzzer" : loudSpeaker)"
    for (alarms, what, why) in [(alone, risk, why), (felt, "below \(LowVolume.limit) %", feltAlone)]
    where !alarms.isEmpty {
      let more = alarms.count > 10 ? " and \(alarms.count - 10) more" : ""
      findings.append(
        .warning(
          "volume", "\(what): \(alarms.prefix(10).joined(separator: ", "))\(more)", why: why,
          fix: "raise it: rouse alarm edit NAME --volume 60, or rouse settings set volume 60"))
    }
    return findings
  }

  private static func next(_ symptoms: Symptoms) -> FindingView? {
    switch symptoms.next {
    case nil: nil
    case .nothing?:
      .warning(
        "next", "no alarm rings", why: "nobody is woken",
        fix: "first: \(symptoms.cardCount == 0 ? Symptoms.firstStep : "rouse alarm add 07:30")")
    case .ring(let ring)? where ring.cards.isEmpty:
      .problem(
        "next", "\(ring.name) rings \(ring.due), and no card ends it",
        why: "it would ring until it gives up (`silence-after`)",
        fix: "rouse card add NAME, then: rouse alarm edit \(ring.alarmID) --card all")
    case .ring(let ring)?:
      .ok("next", "\(ring.name) rings \(ring.due), and ends with \(ring.cards.joined(separator: " or "))")
    }
  }

  // MARK: The time of day

  static func clock(_ symptoms: Symptoms) -> FindingView {
    let machine = symptoms.machine
    // Other computers have a clock chip or get the time from their host.
    let lacksChip = machine.map { $0.isPi && $0.clockChip == nil } ?? false
    let emptyBattery = machine?.clockBattery.flatMap { $0 < leastBattery ? $0 : nil }
    guard symptoms.isClockTrusted else {
      // Only a warning on the mock board: it wakes nobody, and few development machines use network time.
      return FindingView(
        check: "clock", level: symptoms.isMock ? .warning : .problem,
        what: "the time of day is not trusted: \(symptoms.clockWhy)",
        why: "an alarm rings by the time the clock has, which may be wrong after a power cut",
        fix: symptoms.restsOnBattery
          ? battery : network(machine?.timeService) + (lacksChip ? "; or fit a clock chip, this computer has none" : "")
      )
    }
    guard lacksChip || emptyBattery != nil else { return .ok("clock", symptoms.clockWhy) }
    guard symptoms.restsOnBattery else {
      let lack = lacksChip ? "there is no clock chip" : "the clock chip has no battery or an empty one"
      return .ok(
        "clock", "\(symptoms.clockWhy); \(lack), so after a power cut the time comes from the network alone")
    }
    if let emptyBattery {
      return .problem(
        "clock",
        "`clock-source` is `battery`, but the clock chip has no battery or an empty one: "
          + "\((emptyBattery * 10).rounded() / 10) V",
        why: wrongTime,
        fix: "`rouse settings set clock-source ntp`; or connect a battery to the connector J5 (a rechargeable one "
          + "needs dtparam=rtc_bbat_vchg=3000000 in \(PiBoard.configFile)), and restart the computer")
    }
    return .problem(
      "clock", "`clock-source` says that a battery keeps the time, and there is no clock chip",
      why: wrongTime,
      fix: "`rouse settings set clock-source ntp`; or fit the chip, whose line in \(PiBoard.configFile) is "
        + "dtoverlay=i2c-rtc,ds3231")
  }

  /// In volts. A full cell has 3 V (Raspberry Pi's documentation of the RTC).
  private static let leastBattery = 2.0

  private static let wrongTime = "after a power cut alarms ring by a time that is wrong, and nothing tells"

  private static let battery =
    "replace the battery, then set the time and date: sudo timedatectl set-time 'YYYY-MM-DD hh:mm'"

  private static func network(_ service: String?) -> String {
    switch service {
    case nil: "`sudo timedatectl set-ntp true`, and see that there is a network"
    case "systemd-timesyncd"?:
      "systemd-timesyncd is to set it: see that there is a network, `timedatectl timesync-status`"
    case "chrony"?, "chronyd"?: "chrony is to set it: see that there is a network, `chronyc tracking`"
    case let service?: "\(service) is to set it: see that there is a network, `systemctl status \(service)`"
    }
  }

  static func zone(_ symptoms: Symptoms) -> FindingView {
    if let trouble = symptoms.zoneTrouble {
      return .problem("zone", trouble.what, why: trouble.why, fix: trouble.fix)
    }
    guard ZoneAdvice.isUTC(symptoms.zone) else {
      return .ok("zone", "alarms ring by the time of \(symptoms.zone)")
    }
    return .warning(
      "zone", "alarms ring by \(symptoms.zone), the zone of a computer on which nobody set one",
      why: "where local time is not UTC, alarms ring hours early or late", fix: ZoneAdvice.remedy)
  }

  // MARK: The connection to the house. Alarms do not need it, so it is never more than a warning

  static func home(_ symptoms: Symptoms) -> [FindingView] {
    guard let home = symptoms.home else { return [] }
    func clock(_ time: String) -> String {
      LocalTime(String(time.dropFirst(11).prefix(5)))?.text(symptoms.timeFormat) ?? time
    }
    let problem = home.problem.map {
      FindingView.warning(
        "home", "nothing is done for the house: \($0)",
        why: "what it asks for is refused; it is told how the clock is all the same, and alarms ring",
        fix: "let only root change it: "
          + "`sudo chown root:root /etc/rouse/mqtt.json5 && sudo chmod 644 /etc/rouse/mqtt.json5`")
    }
    let changes = home.changes.map { "\($0.what) \(clock($0.time))" }.joined(separator: "; ")
    let changed = changes.isEmpty ? nil : FindingView.ok("home", "in the last day: \(changes)")
    return [line(home, clock), problem, changed].compactMap(\.self)
  }

  private static func line(_ home: HomeStatusView, _ clock: (String) -> String) -> FindingView {
    guard let report = home.report else {
      return .warning(
        "home", home.unreached?.why ?? "rouse-mqtt is not running",
        why: "the house does not hear of this clock; alarms ring without it",
        fix: home.unreached?.fix
          ?? "start it: `sudo systemctl start rouse-mqtt`; why it ended, as by a mistake in its file: "
          + "`sudo rouse mqtt test`")
    }
    let waiting = report.waiting == 0 ? "" : "; \(report.waiting) event\(report.waiting == 1 ? " waits" : "s wait")"
    switch report.state {
    case .connected:
      let line = "connected to \(report.broker) since \(clock(report.since))\(waiting)"
      // For example, the broker rejected an event.
      guard let why = report.why else { return .ok("home", line) }
      return .warning(
        "home", "\(line), but \(why)", why: "the house does not hear or do all that it should; alarms ring",
        fix: report.fix ?? "`sudo rouse mqtt test` says which step fails; `rouse mqtt status` what was put aside")
    case .notConnected:
      return .warning(
        "home", "not connected to \(report.broker): \(report.why ?? "it does not answer")\(waiting)",
        why: "the house does not hear of this clock; what happened waits for it, and alarms ring",
        fix: report.fix
          ?? "see that the broker runs, and look at /etc/rouse/mqtt.json5; `journalctl -u rouse-mqtt` has more")
    }
  }
}
