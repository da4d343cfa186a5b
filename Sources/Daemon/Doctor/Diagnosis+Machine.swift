import AlarmClock
import Control
import Machine

/// What the machine gives: the time, the service manager, the disk.
extension Diagnosis {
  /// A kernel without one of the means is not for people to mend.
  static func confinement(_ symptoms: Symptoms) -> FindingView? {
    guard let lacks = symptoms.camera?.unconfined else { return nil }
    let but = lacks.isEmpty ? "" : ", but for what this kernel does not have: " + lacks.joined(separator: ", ")
    return .ok("confinement", "the process that decodes pictures is confined" + but)
  }

  static func groups(_ symptoms: Symptoms) -> FindingView? {
    guard let missing = symptoms.missingGroups else { return nil }
    guard !missing.isEmpty else {
      return .ok("groups", "\(symptoms.user) may use the devices")
    }
    let list = missing.joined(separator: ",")
    return .problem(
      "groups", "\(symptoms.user) is not in the group \(list.replacing(",", with: ", "))",
      why: "the devices of the group cannot be opened",
      fix: "sudo usermod -aG \(list) \(symptoms.user) && sudo systemctl restart rouse")
  }

  static func clock(_ symptoms: Symptoms) -> FindingView {
    guard !symptoms.isClockTrusted else { return .ok("clock", symptoms.clockWhy) }
    // Nobody is woken by a mock board, and where it is tried out few machines have their time from a network.
    return FindingView(
      check: "clock", level: symptoms.isMock ? .warning : .problem,
      what: "the time of day is not trusted: \(symptoms.clockWhy)",
      why: "an alarm rings by the time the clock has, which may be wrong after a power cut",
      fix: "sudo timedatectl set-ntp true, and see that there is a network; or fit a clock chip")
  }

  static func zone(_ symptoms: Symptoms) -> FindingView {
    guard let trouble = symptoms.zoneTrouble else { return .ok("zone", "alarms ring by the time of \(symptoms.zone)") }
    return .problem("zone", trouble.what, why: trouble.why, fix: trouble.fix)
  }

  static func service(_ symptoms: Symptoms) -> [FindingView] {
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

  static func hardwareWatchdog(_ symptoms: Symptoms) -> FindingView {
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

  static func folder(_ symptoms: Symptoms) -> [FindingView] {
    guard let folder = symptoms.folder else { return [] }
    var findings: [FindingView] = []
    if let bytes = folder.freeBytes {
      let free = "\(bytes >> 20) MB are free in \(folder.path)"
      switch bytes {
      case ..<hardlyAny:
        findings.append(
          .problem(
            "space", free, why: "alarms can no longer be changed", fix: "make room: sudo du -xh / | sort -h | tail"))
      case ..<fewBytes:
        findings.append(
          .warning("space", free, why: "it will soon be full", fix: "make room: sudo journalctl --vacuum-size=50M"))
      default: findings.append(.ok("space", free))
      }
    }
    if let error = folder.error {
      findings.append(
        .problem(
          "state", "\(folder.path) cannot be written: \(error)",
          why: "alarms cannot be changed; those that are stored ring",
          fix: "sudo chown -R rouse: \(folder.path); if the disk is read-only: sudo mount -o remount,rw /"))
    } else if let memory = folder.fileSystem, ["tmpfs", "ramfs", "overlay"].contains(memory) {
      findings.append(
        .problem(
          "state", "\(folder.path) is on \(memory)",
          why: memory == "overlay"
            ? "with an overlay in memory, as of raspi-config, alarms are gone after a reboot"
            : "it is memory: alarms are gone after a reboot",
          fix:
            "keep it on a disk: `rouse daemon --state DIR`, or turn the overlay off: sudo raspi-config nonint disable_overlayfs"
        ))
    } else if let disk = folder.fileSystem {
      findings.append(.ok("state", "\(folder.path) is kept on \(disk)"))
    }
    return findings
  }

  static func store(_ symptoms: Symptoms) -> FindingView? {
    switch symptoms.store {
    case .unknown: nil
    case .sound: .ok("store", "what is stored is sound")
    case .flawed(let problem):
      .problem(
        "store", problem, why: "alarms, cards and settings could be lost at the next start",
        fix: "see what `rouse status` says of the storage; a whole copy comes back by `rouse restore FILE`")
    }
  }
}
