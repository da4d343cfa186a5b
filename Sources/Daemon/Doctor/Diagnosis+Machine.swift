import AlarmClock
import Boards
import Control
import Machine

/// What the machine gives: the time, the service manager, the disk.
extension Diagnosis {
  /// Names the means in force. What a kernel lacks, as that of Raspberry Pi OS lacks Landlock, is not for people to fix.
  static func confinement(_ symptoms: Symptoms) -> FindingView? {
    guard let lacks = symptoms.camera?.unconfined else { return nil }
    // As rouse-scan reports them.
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
    guard !missing.isEmpty else {
      return .ok("groups", "\(symptoms.user) may use the devices")
    }
    let list = missing.joined(separator: ",")
    return .problem(
      "groups", "\(symptoms.user) is not in the group \(list.replacing(",", with: ", "))",
      why: "the devices of the group cannot be opened",
      fix: "sudo usermod -aG \(list) \(symptoms.user) && sudo systemctl restart rouse")
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
          fix:
            "sudo chown -R rouse: \(folder.path); if the disk is read-only: sudo mount -o remount,rw /; one that comes "
            + "to be so by itself has failed: `sudo dmesg | grep -i -e mmc -e ext4`"))
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

  /// What the kernel has noted of the disks. Of its wear a plain card tells nothing.
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
}
