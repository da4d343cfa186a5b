import Boards
import Control
import Hardware
import Machine

extension Diagnosis {
  /// Reports the confinement in force. Never warns: users cannot add what their kernel lacks, such as Landlock on
  /// Raspberry Pi OS.
  static func confinement(_ symptoms: Symptoms) -> FindingView? {
    guard let lacks = symptoms.camera?.unconfined else { return nil }
    // The prefixes that rouse-scan reports.
    let means = ["files (Landlock)", "system calls (seccomp)"]
    let inForce = means.filter { name in !lacks.contains { $0.hasPrefix(name) || $0.hasPrefix("no new privileges") } }
    var what = "the process that decodes pictures is " + (inForce.isEmpty ? "not confined" : "confined: ")
    what += inForce.joined(separator: ", ")
    guard !lacks.isEmpty else { return .ok("confinement", what) }
    what += "; this kernel lacks: \(lacks.joined(separator: ", "))"
    what += "; for those, only the service's user and unit limit it"
    return .ok("confinement", what)
  }

  static func groups(_ symptoms: Symptoms) -> FindingView? {
    guard let missing = symptoms.missingGroups else { return nil }
    if missing.isEmpty { return .ok("groups", "\(symptoms.user) may use the devices") }
    let list = missing.joined(separator: ",")
    return .problem(
      "groups", "\(symptoms.user) is not in the group \(list.replacing(",", with: ", "))",
      why: "the devices of the group cannot be opened",
      fix: "sudo usermod -aG \(list) \(symptoms.user) && sudo systemctl restart rouse")
  }

  static func service(_ symptoms: Symptoms) -> [FindingView] {
    guard let service = symptoms.service else { return [] }
    let start = "start it by the unit that comes with it: sudo systemctl enable --now rouse"
    let late = service.degradation.map {
      FindingView.warning("priority", $0, why: "a ring may be late on a loaded machine", fix: start)
    }
    let files = service.tooFewFiles.map {
      FindingView.warning(
        "files", $0, why: "a device or a sound may not open when it is needed", fix: DescriptorShare.remedy)
    }
    let watch = service.watchdogInterval.map {
      FindingView.ok("watchdog", "systemd restarts the service if it hangs for \($0)")
    }
    let unwatched = FindingView.warning(
      "watchdog", service.isUnderSystemd ? "systemd does not watch the service" : "systemd did not start the service",
      why: "a daemon that hangs or dies would stay so",
      fix: service.isUnderSystemd ? "set WatchdogSec=10 in the unit: sudo systemctl edit rouse" : start)
    return [late ?? .ok("priority", "alarms have real-time priority"), files, watch ?? unwatched].compactMap(\.self)
  }

  static func hardwareWatchdog(_ symptoms: Symptoms) -> FindingView {
    let why = "if the kernel hangs, nobody restarts the computer"
    switch symptoms.machine?.hardwareWatchdog ?? .unknown {
    case .active: return .ok("kernel", "the hardware watchdog is fed")
    case .unknown: return .ok("kernel", "there is a hardware watchdog; whether it is fed, this kernel does not tell")
    case .idle:
      return .warning(
        "kernel", "the hardware watchdog is not used", why: why,
        fix: "sudo mkdir -p /etc/systemd/system.conf.d && printf '[Manager]\\nRuntimeWatchdogSec=14\\n' | "
          + "sudo tee /etc/systemd/system.conf.d/watchdog.conf && sudo systemctl daemon-reexec")
    case .missing:
      let line = PiBoard.Line.watchdog
      let fix = symptoms.machine.flatMap { $0.isPi ? adding(line, $0) : nil }
      return .warning(
        "kernel", "there is no hardware watchdog", why: why, fix: fix ?? "on a Raspberry Pi: \(line.command)")
    }
  }

  private static let fewBytes: Int64 = 64 << 20
  private static let hardlyAny: Int64 = 4 << 20

  static func folder(_ symptoms: Symptoms) -> [FindingView] {
    guard let folder = symptoms.folder else { return [] }
    return [folder.freeBytes.map { space($0, in: folder.path) }, state(folder)].compactMap(\.self)
  }

  private static func space(_ bytes: Int64, in path: String) -> FindingView {
    let free = "\(bytes >> 20) MB are free in \(path)"
    return switch bytes {
    case ..<hardlyAny:
      .problem("space", free, why: "alarms can no longer be changed", fix: "make room: sudo du -xh / | sort -h | tail")
    case ..<fewBytes:
      .warning("space", free, why: "it will soon be full", fix: "make room: sudo journalctl --vacuum-size=50M")
    default: .ok("space", free)
    }
  }

  private static func state(_ folder: Symptoms.Folder) -> FindingView? {
    if let error = folder.error {
      return .problem(
        "state", "\(folder.path) cannot be written: \(error)",
        why: "alarms cannot be changed; those that are stored ring",
        fix: "sudo chown -R rouse: \(folder.path); if the disk is read-only: sudo mount -o remount,rw /; one that "
          + "comes to be so by itself has failed: `sudo dmesg | grep -i -e mmc -e ext4`")
    }
    guard let kind = folder.fileSystem else { return nil }
    guard ["tmpfs", "ramfs", "overlay"].contains(kind) else { return .ok("state", "\(folder.path) is kept on \(kind)") }
    return .problem(
      "state", "\(folder.path) is on \(kind)",
      why: kind == "overlay"
        ? "with an overlay in memory, as of raspi-config, alarms are gone after a reboot"
        : "it is memory: alarms are gone after a reboot",
      fix: "keep it on a disk: `rouse daemon --state DIR`, or turn the overlay off: sudo raspi-config nonint "
        + "disable_overlayfs")
  }

  /// Reports file system errors and worn disks. Plain SD cards do not report wear.
  static func disks(_ symptoms: Symptoms) -> [FindingView] {
    guard let machine = symptoms.machine else { return [] }
    var findings = machine.fileSystemErrors.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { name, count in
      FindingView.warning(
        "disk", "the kernel has noted \(count == 1 ? "one error" : "\(count) errors") of the file system on \(name)",
        why: "a disk or a card that fails takes alarms, cards and settings with it",
        fix:
          "keep a copy, `rouse backup clock.sqlite`; then `sudo reboot`, which checks it; if errors come again, take a "
          + "new card")
    }
    findings += machine.wornDisks.filter { $0.tenths >= 10 }.map { disk in
      .warning(
        "disk", "\(disk.name) \(disk.tenths > 10 ? "is used up" : "has less than a tenth of its life left")",
        why: "a disk that fails takes alarms, cards and settings with it",
        fix: "keep a copy, `rouse backup clock.sqlite`, and have a new one ready")
    }
    let names = machine.fileSystemErrors.keys.sorted().joined(separator: ", ")
    guard findings.isEmpty, !names.isEmpty else { return findings }
    return [.ok("disk", "the kernel has noted no error of \(names)")]
  }

  static func store(_ symptoms: Symptoms) -> FindingView? {
    switch symptoms.store {
    case .unknown: nil
    case .sound: .ok("store", "what is stored is sound")
    case .replaced(let text):
      .warning(
        "store", text, why: "changes that the copy does not have are lost",
        fix: "check `rouse alarm list` and `rouse card list`, then `rouse acknowledge`")
    case .flawed(let problem):
      .problem(
        "store", problem, why: "alarms, cards and settings could be lost at the next start",
        fix: "see what `rouse status` says of the storage; a whole copy comes back by `rouse restore FILE`")
    }
  }

  // Rouse never writes config.txt. The user gets the command that adds the line.

  /// Returns a finding if the device lacks something that a fix can provide, such as a line in config.txt.
  static func gap(_ role: DeviceRole, _ symptoms: Symptoms) -> FindingView? {
    guard let machine = symptoms.machine, machine.isPi, let gap = machine.gaps[role], let fix = remedy(of: gap, machine)
    else { return nil }
    // Some kernels give the chip the label of an older one; then the line works anyway.
    if case .chip = gap, symptoms.devices[role]?.error == nil { return nil }
    let what =
      switch gap {
      case .bus(let bus): "there is no I2C bus \(bus)"
      case .pwm(let channel): "there is no PWM device \(channel.device)"
      case .chip(let label): "there is no GPIO chip \(label)"
      }
    return FindingView(
      check: role.rawValue, level: role == .display ? .warning : .problem, what: what,
      why: Remedy.consequence(role, fitted: symptoms.fitted), fix: fix)
  }

  private static func remedy(of gap: MachineLook.Gap, _ machine: MachineLook) -> String? {
    switch gap {
    case .bus("/dev/i2c-1"):
      return machine.asked.contains(.display)
        ? "load its driver: `sudo modprobe i2c-dev`; without success, `sudo reboot`" : "`\(PiBoard.turnsOnI2C)`"
    case .bus: return nil
    case .pwm(let channel):
      guard let board = machine.pi else { return nil }
      guard channel.device == board.pwmDevice else {
        let isOfAnother = PiBoard.allCases.contains { $0.pwmDevice == channel.device }
        return isOfAnother ? otherBoardFile(machine) : nil
      }
      let hasBuzzer = machine.gaps.values.contains { gap in
        if case .pwm(let channel) = gap { channel.channel == 1 } else { false }
      }
      return adding(hasBuzzer ? .motorAndBuzzer : .motor, machine)
    case .chip: return otherBoardFile(machine)
    }
  }

  private static func otherBoardFile(_ machine: MachineLook) -> String {
    "the board file is for another Raspberry Pi. Put it aside: `sudo mv /etc/rouse/board.json5 /etc/rouse/board.json5.old`; "
      + "for this one: \(machine.boardCommand), then `sudo systemctl restart rouse`"
  }

  /// Returns the command that adds the line, or only a reboot if config.txt has it already.
  static func adding(_ line: PiBoard.Line, _ machine: MachineLook) -> String {
    machine.asked.contains(line)
      ? "`sudo reboot`, as \(PiBoard.configFile) has the line \(line.rawValue) already" : line.command
  }

  static func wiring(_ symptoms: Symptoms) -> [FindingView] {
    guard let machine = symptoms.machine, machine.isPi else { return [] }
    let roles = machine.disturbed.map(\.rawValue).joined(separator: " and ")
    let audio = FindingView.warning(
      "audio", "the headphone jack is on, beside PWM for the \(roles)",
      why: "on a Raspberry Pi 3 both are made by the same two PWM channels, and whoever comes second breaks the other; "
        + "of the 4, owners report the like",
      fix: "\(adding(.noHeadphones, machine)); a line dtparam=audio=on above it has to go")
    let lines = FindingView.warning(
      "lines", "a GPIO line that nobody holds any more keeps its level",
      why: "buzzer or lamp could stay on, should the service be killed", fix: adding(.strictLines, machine))
    // If the speaker itself is on that card, the board warnings report it already.
    let isDisturbed = !machine.disturbed.isEmpty && symptoms.boardWarnings.isEmpty
    return machine.clashes.map(clash)
      + [machine.powerButton?.finding, isDisturbed ? audio : nil, machine.keepsLines ? lines : nil].compactMap(\.self)
  }

  private static func clash(_ clash: MachineLook.Clash) -> FindingView {
    let edit = "`sudo nano \(PiBoard.configFile)`"
    switch clash {
    case .severalPWMLines(let lines):
      return .warning(
        "overlays", "\(PiBoard.configFile) has \(lines.count) lines of PWM: \(lines.joined(separator: ", "))",
        why: "one alone counts, and what the others are for stays still",
        fix: "leave one: \(PiBoard.Line.motor.rawValue), or with a passive buzzer "
          + "\(PiBoard.Line.motorAndBuzzer.rawValue): \(edit), then `sudo reboot`")
    case .pwmOnSoundPins(let line):
      return .warning(
        "overlays", "\(line) puts PWM on GPIO 18 or 19, which are those of I2S sound, too",
        why: "one disturbs the other",
        fix: "write \(PiBoard.Line.motor.rawValue) in its place: \(edit), then `sudo reboot`")
    case .soundOnPWM(let line):
      return .warning(
        "overlays", "\(line) makes sound of the PWM that the motor runs on", why: "one disturbs the other",
        fix: "take it out: \(edit), then `sudo reboot`; sound comes from a USB or I2S card")
    }
  }

  static func power(_ symptoms: Symptoms) -> FindingView? {
    guard let power = symptoms.supply else { return nil }
    let earlier = symptoms.machine?.isPi ?? false ? "; what was before: `journalctl -k -g Undervoltage`" : ""
    guard power.isLow else { return .ok("power", "the supply holds at this moment\(earlier)") }
    return .warning(
      "power", "the supply gives too little voltage (under-voltage)",
      why: "once motor, lamp and camera are on, the computer may stop, and its card may lose what was written",
      fix: powerRemedy(symptoms.machine))
  }

  static func heat(_ symptoms: Symptoms) -> FindingView? {
    guard let processor = Symptoms.processor(symptoms.processor, symptoms.machine) else { return nil }
    let degrees = ProcessorView(processor).degrees
    guard let heat = processor.heat else { return .ok("processor", "\(degrees) °C") }
    return .warning(
      "processor", "the processor is \(heat == .tooHot ? "too hot" : "hot"): \(degrees) °C",
      why: "it slows itself down, and cards are read later"
        + (heat == .tooHot ? "; hotter still, the computer may stop" : ""),
      fix: coolingRemedy)
  }

  static let coolingRemedy =
    "keep the clock out of the sun and away from heaters; a case with holes, a heat sink or a fan helps"

  static func powerRemedy(_ machine: MachineLook?) -> String {
    let needs = machine?.pi.map { " that gives \($0.supply)" } ?? ""
    return "use a supply of good make\(needs), and a short cable; how often it was so: `journalctl -k -g Undervoltage`"
  }
}

extension Symptoms {
  var supply: SensorReadings.Power? { Self.supply(power, machine, isMonitorLost: isMonitorLost) }
  private var isMonitorLost: Bool { devices[.power].map { $0.isFitted && $0.error != nil } ?? false }

  /// Returns the state of the supply, from the monitor, which knows since when, or else from a look at the machine.
  /// While a fitted monitor fails, only a low voltage is reported, never a good one.
  static func supply(
    _ monitored: SensorReadings.Power?, _ machine: MachineLook?, isMonitorLost: Bool
  ) -> SensorReadings.Power? {
    let looked = machine?.isUndervolted.map { SensorReadings.Power(isLow: $0, since: nil) }
    if isMonitorLost { return looked.flatMap { $0.isLow ? $0 : nil } }
    return monitored ?? looked
  }

  static func processor(
    _ monitored: SensorReadings.Processor?, _ machine: MachineLook?
  ) -> SensorReadings.Processor? {
    monitored
      ?? machine?.temperature.map { SensorReadings.Processor(temperature: $0, heat: Heat(at: $0), since: nil) }
  }
}
