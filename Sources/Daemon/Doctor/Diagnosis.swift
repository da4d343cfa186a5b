import AlarmClock
import Control
import Hardware
import Machine
import ScanLine

/// What symptoms mean, and what mends them. Pure.
enum Diagnosis {
  static func findings(_ symptoms: Symptoms) -> [FindingView] {
    [board(symptoms)] + symptoms.boardWarnings.map(collision)
      + DeviceRole.allCases.map { device($0, symptoms) }
      + [
        confinement(symptoms), groups(symptoms), mixer(symptoms), cards(symptoms), lyingCards(symptoms),
        evidence(symptoms),
        clock(symptoms), zone(symptoms),
      ].compactMap(\.self)
      + symptoms.missingSounds.map(missing) + faint(symptoms.faintAlarms)
      + service(symptoms) + [hardwareWatchdog(symptoms)] + folder(symptoms)
  }

  private static func board(_ symptoms: Symptoms) -> FindingView {
    guard symptoms.isMock else {
      return .ok("board", symptoms.board + (symptoms.boardFile.map { " (\($0))" } ?? ""))
    }
    return .warning(
      "board", "the mock board: no real hardware is driven", why: "no alarm makes a noise that anybody hears",
      fix: "on a clock, put your board's file at \(BoardChoice.systemFile) and run `systemctl restart rouse`")
  }

  private static func collision(_ text: String) -> FindingView {
    .warning("board", text, why: "two uses of one pin or one PWM channel disturb each other", fix: "rewire one of them")
  }

  private static func device(_ role: DeviceRole, _ symptoms: Symptoms) -> FindingView {
    guard let device = symptoms.devices[role], device.isFitted else {
      guard role == .camera else { return .ok(role.rawValue, "not fitted") }
      return .problem(
        role.rawValue, "not fitted", why: "no card can be seen, so nothing ends a ring until `silence-after`",
        fix: "fit a USB camera, and add it to \(symptoms.boardFile ?? "the board file"): camera: { driver: \"v4l2\" }")
    }
    if let error = device.error {
      let remedy = Remedy(error, user: symptoms.user)
      return .problem(role.rawValue, "\(error)", why: remedy.why, fix: remedy.fix)
    }
    if let degradation = device.degradation {
      return .warning(
        role.rawValue, degradation, why: "it works, and does less than it could",
        fix: "use a pin with hardware PWM: see the board's README")
    }
    if role == .camera, let brightness = symptoms.brightness {
      return .ok(role.rawValue, camera(symptoms.camera, brightness))
    }
    let wasTried = symptoms.wereDevicesTried && role != .camera
    return .ok(role.rawValue, wasTried ? "it did as it was told" : "no failure is known; it is in use")
  }

  /// `Camera at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 210 ms, its mean brightness …`.
  private static func camera(_ opened: OpenedReport?, _ brightness: Int) -> String {
    let known = [opened?.camera, opened?.format].compactMap(\.self).joined(separator: ": ")
    let parts = opened?.milliseconds.values.reduce(0, +) ?? 0
    let after = parts > 0 ? " after \(Int(parts.rounded())) ms" : ""
    return (known.isEmpty ? "" : known + "; ") + "a frame arrived\(after), its mean brightness is \(brightness) of 255"
  }

  /// A kernel without one of the means is not for people to mend.
  private static func confinement(_ symptoms: Symptoms) -> FindingView? {
    guard let lacks = symptoms.camera?.unconfined else { return nil }
    let but = lacks.isEmpty ? "" : ", but for what this kernel does not have: " + lacks.joined(separator: ", ")
    return .ok("confinement", "the process that decodes pictures is confined" + but)
  }

  private static func groups(_ symptoms: Symptoms) -> FindingView? {
    guard !symptoms.missingGroups.isEmpty else {
      return .ok("groups", "\(symptoms.user) may use the devices")
    }
    let list = symptoms.missingGroups.joined(separator: ",")
    return .problem(
      "groups", "\(symptoms.user) is not in the group \(list.replacing(",", with: ", "))",
      why: "the devices of the group cannot be opened",
      fix: "sudo usermod -aG \(list) \(symptoms.user) && sudo systemctl restart rouse")
  }

  private static func mixer(_ symptoms: Symptoms) -> FindingView? {
    guard let mixer = symptoms.mixer else { return nil }
    guard let element = mixer.element else {
      return .ok("mixer", "the card \(mixer.card) has no volume control: it always plays at its full level")
    }
    if mixer.isMuted || mixer.percent < LowVolume.limit {
      return .warning(
        "mixer", "\(element) of the card \(mixer.card) is \(mixer.isMuted ? "muted" : "at \(mixer.percent) %")",
        why:
          "timers, previews and noise are \(mixer.isMuted ? "not" : "hardly") heard; an alarm sets it to `level` of the "
          + "board file for as long as it rings",
        fix: mixer.remedy)
    }
    return .ok("mixer", "\(element) of the card \(mixer.card) is at \(mixer.percent) %")
  }

  private static func cards(_ symptoms: Symptoms) -> FindingView? {
    switch symptoms.cardCount {
    case nil: nil
    case 0?:
      .warning(
        "cards", "no card is enrolled", why: "without one no alarm can be set",
        fix: "rouse card new bathroom --output bathroom.png")
    case 1?:
      .warning(
        "cards", "there is one card alone", why: "if it is lost or wet, nothing but the power plug ends a ring",
        fix: "rouse card new spare --output spare.png")
    case let count?: .ok("cards", "\(count) cards are enrolled")
    }
  }

  private static func lyingCards(_ symptoms: Symptoms) -> FindingView? {
    guard !symptoms.lyingCards.isEmpty else { return nil }
    let isOne = symptoms.lyingCards.count == 1
    let what = "\(symptoms.lyingCards.joined(separator: " and ")) \(isOne ? "lies" : "lie") before the camera"
    let fix = "take \(isOne ? "it" : "them") back to \(isOne ? "its place" : "their places")"
    guard !symptoms.otherCards.isEmpty else {
      return .problem(
        "card", what,
        why: "a card ends a ring only when it is brought, and no other ends the next one: it would ring on until this "
          + "one was taken away and brought back", fix: fix)
    }
    return .warning(
      "card", what,
      why:
        "a card ends a ring only when it is brought; until then only \(symptoms.otherCards.joined(separator: " or ")) "
        + "would end the next one", fix: fix)
  }

  /// Nothing is wrong with it; but whoever sleeps there ought to know.
  private static func evidence(_ symptoms: Symptoms) -> FindingView? {
    guard symptoms.keepsEvidence else { return nil }
    return .ok(
      "evidence",
      "ON: the camera's last pictures of each ring are kept, and members of the group rouse can look at them; "
        + "`rouse settings set evidence off` deletes them")
  }

  private static func missing(_ sound: MissingSoundView) -> FindingView {
    .warning(
      "sound", "the sound \(sound.sound) is gone, which \(sound.usedBy.joined(separator: " and ")) asked for",
      why: "\(sound.playsInstead) plays instead",
      fix: "add it again (rouse sound add FILE), or choose another where it is used: rouse sound list")
  }

  private static func faint(_ alarms: [String]) -> [FindingView] {
    guard !alarms.isEmpty else { return [] }
    let more = alarms.count > 10 ? " and \(alarms.count - 10) more" : ""
    return [
      .warning(
        "volume",
        "below \(LowVolume.limit) %, with nothing felt beside it: \(alarms.prefix(10).joined(separator: ", "))\(more)",
        why: "nobody may wake before the buzzer joins",
        fix: "raise it: rouse alarm edit NAME --volume 60, or rouse settings set volume 60")
    ]
  }

  private static func clock(_ symptoms: Symptoms) -> FindingView {
    guard !symptoms.isClockTrusted else { return .ok("clock", symptoms.clockWhy) }
    return .warning(
      "clock", "the time of day is not trusted: \(symptoms.clockWhy)",
      why: "an alarm rings by the time the clock has, which may be wrong after a power cut",
      fix: "sudo timedatectl set-ntp true, and see that there is a network; or fit a clock chip")
  }

  private static func zone(_ symptoms: Symptoms) -> FindingView {
    guard let trouble = symptoms.zoneTrouble else { return .ok("zone", "alarms ring by the time of \(symptoms.zone)") }
    return .problem("zone", trouble.what, why: trouble.why, fix: trouble.fix)
  }

  private static func service(_ symptoms: Symptoms) -> [FindingView] {
    guard let service = symptoms.service else { return [] }
    var findings: [FindingView] = []
    if let degradation = service.degradation {
      findings.append(
        .warning(
          "priority", degradation, why: "a ring may be late on a loaded machine",
          fix: "start it by the unit that comes with it: sudo systemctl enable --now rouse"))
    } else {
      findings.append(.ok("priority", "alarms have real-time priority"))
    }
    if let tooFew = service.tooFewFiles {
      findings.append(
        .warning(
          "files", tooFew, why: "a device or a sound may not open when it is needed", fix: DescriptorShare.remedy))
    }
    if let interval = service.watchdogInterval {
      findings.append(.ok("watchdog", "systemd restarts the service if it hangs for \(interval)"))
    } else {
      findings.append(
        .warning(
          "watchdog",
          service.isUnderSystemd ? "systemd does not watch the service" : "systemd did not start the service",
          why: "a daemon that hangs or dies would stay so",
          fix: service.isUnderSystemd
            ? "set WatchdogSec=10 in the unit: sudo systemctl edit rouse"
            : "start it by the unit that comes with it: sudo systemctl enable --now rouse"))
    }
    return findings
  }

  private static func hardwareWatchdog(_ symptoms: Symptoms) -> FindingView {
    let why = "if the kernel hangs, nobody restarts the computer"
    switch symptoms.hardwareWatchdog {
    case .active: return .ok("kernel", "the hardware watchdog is fed")
    case .unknown: return .ok("kernel", "there is a hardware watchdog; whether it is fed, this kernel does not tell")
    case .idle:
      return .warning(
        "kernel", "the hardware watchdog is not used", why: why,
        fix: "sudo mkdir -p /etc/systemd/system.conf.d && printf '[Manager]\\nRuntimeWatchdogSec=14\\n' | "
          + "sudo tee /etc/systemd/system.conf.d/watchdog.conf && sudo systemctl daemon-reexec")
    case .missing:
      return .warning(
        "kernel", "there is no hardware watchdog", why: why,
        fix: "on a Raspberry Pi add dtparam=watchdog=on to /boot/firmware/config.txt, and restart: sudo reboot")
    }
  }

  private static let fewBytes: Int64 = 64 << 20
  private static let hardlyAny: Int64 = 4 << 20

  private static func folder(_ symptoms: Symptoms) -> [FindingView] {
    guard let folder = symptoms.folder else { return [] }
    var findings: [FindingView] = []
    let free = "\(folder.freeBytes >> 20) MB are free in \(folder.path)"
    switch folder.freeBytes {
    case ..<hardlyAny:
      findings.append(
        .problem(
          "space", free, why: "alarms can no longer be changed", fix: "make room: sudo du -xh / | sort -h | tail"))
    case ..<fewBytes:
      findings.append(
        .warning("space", free, why: "it will soon be full", fix: "make room: sudo journalctl --vacuum-size=50M"))
    default: findings.append(.ok("space", free))
    }
    if let error = folder.error {
      findings.append(
        .problem(
          "state", "\(folder.path) cannot be written: \(error)",
          why: "alarms cannot be changed; those that are stored ring",
          fix: "sudo chown -R rouse: \(folder.path); if the disk is read-only: sudo mount -o remount,rw /"))
    } else if ["tmpfs", "ramfs", "overlay"].contains(folder.fileSystem) {
      findings.append(
        .problem(
          "state", "\(folder.path) is on \(folder.fileSystem)",
          why: folder.fileSystem == "overlay"
            ? "with an overlay in memory, as of raspi-config, alarms are gone after a reboot"
            : "it is memory: alarms are gone after a reboot",
          fix:
            "keep it on a disk: `rouse daemon --state DIR`, or turn the overlay off: sudo raspi-config nonint disable_overlayfs"
        ))
    } else {
      findings.append(.ok("state", "\(folder.path) is kept on \(folder.fileSystem)"))
    }
    return findings
  }
}
