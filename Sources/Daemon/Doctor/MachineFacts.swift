import Boards
import Control
import Machine

/// `processor` is `nil` without a working monitor. `isBoardDisturbed`: the board's warnings report disturbed devices.
func machineFacts(
  _ machine: MachineLook, processor: SensorReadings.Processor?, isBoardDisturbed: Bool
) -> [Fact] {
  let heat = machine.processor(processor).map(heatFact)
  let wiring = machine.isPi ? wiringFacts(machine, isBoardDisturbed) : []
  return [heat, hardwareWatchdogFact(machine)].compactMap(\.self) + wiring + diskFacts(machine)
}

private func wiringFacts(_ machine: MachineLook, _ isBoardDisturbed: Bool) -> [Fact] {
  let roles = machine.disturbed.map(\.rawValue).joined(separator: " and ")
  let audio = Fact.warning(
    .audio, "the headphone jack is on, beside PWM for the \(roles)",
    why: "on a Raspberry Pi 3 both are made by the same two PWM channels, and whoever comes second breaks the other; "
      + "of the 4, owners report the like",
    fix: "\(machine.adding(.noHeadphones)); a line dtparam=audio=on above it has to go")
  let lines = Fact.warning(
    .lines, "a GPIO line that nobody holds any more keeps its level",
    why: "buzzer or lamp could stay on, should the service be killed", fix: machine.adding(.strictLines))
  // If the speaker itself is on that card, the board warnings report it already.
  let isDisturbed = !machine.disturbed.isEmpty && !isBoardDisturbed
  return machine.clashes.map(clashFact)
    + [machine.powerButton?.fact, isDisturbed ? audio : nil, machine.keepsLines ? lines : nil].compactMap(\.self)
}

private func clashFact(_ clash: MachineLook.Clash) -> Fact {
  let edit = "`sudo nano \(PiBoard.configFile)`"
  switch clash {
  case .severalPWMLines(let lines):
    return .warning(
      .overlays, "\(PiBoard.configFile) has \(lines.count) lines of PWM: \(lines.joined(separator: ", "))",
      why: "one alone counts, and what the others are for stays still",
      fix: "leave one: \(PiBoard.Line.motor.rawValue), or with a passive buzzer "
        + "\(PiBoard.Line.motorAndBuzzer.rawValue): \(edit), then `sudo reboot`")
  case .pwmOnSoundPins(let line):
    return .warning(
      .overlays, "\(line) puts PWM on GPIO 18 or 19, which are those of I2S sound, too",
      why: "one disturbs the other",
      fix: "write \(PiBoard.Line.motor.rawValue) in its place: \(edit), then `sudo reboot`")
  case .soundOnPWM(let line):
    return .warning(
      .overlays, "\(line) makes sound of the PWM that the motor runs on", why: "one disturbs the other",
      fix: "take it out: \(edit), then `sudo reboot`; sound comes from a USB or I2S card")
  }
}

private func heatFact(_ processor: SensorReadings.Processor) -> Fact {
  let degrees = ProcessorView(processor).degrees
  guard let heat = processor.heat else { return .ok(.processor, "\(degrees) °C") }
  return .warning(
    .processor, "the processor is \(heat == .tooHot ? "too hot" : "hot"): \(degrees) °C",
    why: "it slows itself down, and cards are read later"
      + (heat == .tooHot ? "; hotter still, the computer may stop" : ""),
    fix: MachineLook.coolingRemedy)
}

/// `late`: why alarms have no real-time priority, or `nil`. `tooFewFiles`: the problem with the number of open files.
func serviceFacts(isUnderSystemd: Bool, watchdogInterval: Duration?, late: String?, tooFewFiles: String?) -> [Fact] {
  let start = "start it by the unit that comes with it: sudo systemctl enable --now rouse"
  let late = late.map {
    Fact.warning(.priority, $0, why: "a ring may be late on a loaded machine", fix: start)
  }
  let files = tooFewFiles.map {
    Fact.warning(
      .files, $0, why: "a device or a sound may not open when it is needed", fix: DescriptorShare.remedy)
  }
  let watch = watchdogInterval.map {
    Fact.ok(.watchdog, "systemd restarts the service if it hangs for \($0)")
  }
  let unwatched = Fact.warning(
    .watchdog, isUnderSystemd ? "systemd does not watch the service" : "systemd did not start the service",
    why: "a daemon that hangs or dies would stay so",
    fix: isUnderSystemd ? "set WatchdogSec=10 in the unit: sudo systemctl edit rouse" : start)
  return [late ?? .ok(.priority, "alarms have real-time priority"), files, watch ?? unwatched].compactMap(\.self)
}

private func hardwareWatchdogFact(_ machine: MachineLook) -> Fact {
  let why = "if the kernel hangs, nobody restarts the computer"
  switch machine.hardwareWatchdog {
  case .active: return .ok(.kernel, "the hardware watchdog is fed")
  case .unknown: return .ok(.kernel, "there is a hardware watchdog; whether it is fed, this kernel does not tell")
  case .idle:
    return .warning(
      .kernel, "the hardware watchdog is not used", why: why,
      fix: "sudo mkdir -p /etc/systemd/system.conf.d && printf '[Manager]\\nRuntimeWatchdogSec=14\\n' | "
        + "sudo tee /etc/systemd/system.conf.d/watchdog.conf && sudo systemctl daemon-reexec")
  case .missing:
    let line = PiBoard.Line.watchdog
    return .warning(
      .kernel, "there is no hardware watchdog", why: why,
      fix: machine.isPi ? machine.adding(line) : "on a Raspberry Pi: \(line.command)")
  }
}

/// Reports file system errors and worn disks. Plain SD cards do not report wear.
private func diskFacts(_ machine: MachineLook) -> [Fact] {
  var facts = machine.fileSystemErrors.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { name, count in
    Fact.warning(
      .disk, "the kernel has noted \(count == 1 ? "one error" : "\(count) errors") of the file system on \(name)",
      why: "a disk or a card that fails takes alarms, cards and settings with it",
      fix:
        "keep a copy, `rouse backup clock.sqlite`; then `sudo reboot`, which checks it; if errors come again, take a "
        + "new card")
  }
  facts += machine.wornDisks.filter { $0.tenths >= 10 }.map { disk in
    .warning(
      .disk, "\(disk.name) \(disk.tenths > 10 ? "is used up" : "has less than a tenth of its life left")",
      why: "a disk that fails takes alarms, cards and settings with it",
      fix: "keep a copy, `rouse backup clock.sqlite`, and have a new one ready")
  }
  let names = machine.fileSystemErrors.keys.sorted().joined(separator: ", ")
  guard facts.isEmpty, !names.isEmpty else { return facts }
  return [.ok(.disk, "the kernel has noted no error of \(names)")]
}

extension MachineLook {
  // Rouse never writes config.txt. The user gets the command that adds the line.

  /// Returns `nil` if only the device's own error helps.
  func remedy(of gap: Gap) -> String? {
    switch gap {
    case .bus("/dev/i2c-1"):
      return asked.contains(.display)
        ? "load its driver: `sudo modprobe i2c-dev`; without success, `sudo reboot`" : "`\(PiBoard.turnsOnI2C)`"
    case .bus: return nil
    case .pwm(let channel):
      guard let pi else { return nil }
      guard channel.device == pi.pwmDevice else {
        let isOfAnother = PiBoard.allCases.contains { $0.pwmDevice == channel.device }
        return isOfAnother ? otherBoardFile : nil
      }
      let hasBuzzer = gaps.values.contains { gap in
        if case .pwm(let channel) = gap { channel.channel == 1 } else { false }
      }
      return adding(hasBuzzer ? .motorAndBuzzer : .motor)
    case .chip: return otherBoardFile
    }
  }

  private var otherBoardFile: String {
    "the board file is for another Raspberry Pi. Put it aside: `sudo mv /etc/rouse/board.json5 /etc/rouse/board.json5.old`; "
      + "for this one: \(boardCommand), then `sudo systemctl restart rouse`"
  }

  /// Returns the command that adds the line, or only a reboot if config.txt has it already.
  func adding(_ line: PiBoard.Line) -> String {
    asked.contains(line)
      ? "`sudo reboot`, as \(PiBoard.configFile) has the line \(line.rawValue) already" : line.command
  }

  /// Returns the state of the supply, from the monitor, which knows since when, or else from this look.
  /// While a fitted monitor fails, only a low voltage is reported, never a good one.
  func supply(_ monitored: SensorReadings.Power?, isMonitorLost: Bool) -> SensorReadings.Power? {
    let looked = isUndervolted.map { SensorReadings.Power(isLow: $0, since: nil) }
    if isMonitorLost { return looked.flatMap { $0.isLow ? $0 : nil } }
    return monitored ?? looked
  }

  func processor(_ monitored: SensorReadings.Processor?) -> SensorReadings.Processor? {
    monitored ?? temperature.map { SensorReadings.Processor(temperature: $0, heat: Heat(at: $0), since: nil) }
  }

  var powerRemedy: String {
    let needs = pi.map { " that gives \($0.supply)" } ?? ""
    return "use a supply of good make\(needs), and a short cable; how often it was so: `journalctl -k -g Undervoltage`"
  }

  static let coolingRemedy =
    "keep the clock out of the sun and away from heaters; a case with holes, a heat sink or a fan helps"
}
