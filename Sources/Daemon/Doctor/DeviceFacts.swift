import AlarmClock
import Control
import Faces
import Hardware
import ScanLine

/// Judges each device, and what the devices need of the system.
struct DeviceFacts {
  struct State {
    var error: HardwareError?
    var degradation: String?
    /// A peculiarity that does not limit the device.
    var note: String?
  }

  /// The fitted devices.
  var devices: [DeviceRole: State]
  var boardFile: String?
  var readings = Readings()
  /// From the power monitor, or `nil` if there is none or it does not answer.
  var power: SensorReadings.Power?
  var checkup: Checkup

  var all: [Fact] {
    DeviceRole.allCases.map(fact) + [confinement, groups, checkup.system?.foundMixer?.fact].compactMap(\.self)
  }

  private var user: String { checkup.system?.user ?? "this user" }
  private var fitted: Set<DeviceRole> { Set(devices.keys) }

  private func fact(_ role: DeviceRole) -> Fact {
    let check = Fact.Check(role)
    guard let device = devices[role] else {
      // A Raspberry Pi reports its supply even without a monitor in the board file.
      if role == .power, let supply { return supply }
      guard role == .camera else { return .ok(check, "not fitted") }
      return .problem(
        check, "not fitted", why: "no card can be seen, so nothing ends a ring until `silence-after`",
        fix: "fit a USB camera, and add it to \(boardFile ?? "the board file"): camera: { driver: \"v4l2\" }")
    }
    if let gap = gap(role, device.error) { return gap }
    if let error = device.error {
      let remedy = Remedy(error, user: user, fitted: fitted)
      return Fact(
        check: check, level: role == .display || role.isSensor ? .warning : .problem, what: "\(error)",
        why: remedy.why, fix: remedy.fix)
    }
    if let degradation = device.degradation {
      return .warning(
        check, degradation, why: "it works, and does less than it could",
        fix: "use a pin with hardware PWM: see the board's README")
    }
    if let note = device.note { return .ok(check, note) }
    if let said = reading(role) { return said }
    let wasTried = checkup.trial != nil && role != .camera
    return .ok(check, wasTried ? "it did as it was told" : "no failure is known; it is in use")
  }

  private func reading(_ role: DeviceRole) -> Fact? {
    switch role {
    case .camera: checkup.trial?.seen.map { .ok(.camera, $0.text) }
    case .light: ReadingsView(readings).light.map { .ok(.light, $0) }
    case .room: ReadingsView(readings).room.map { .ok(.room, $0) }
    case .power: supply
    default: nil
    }
  }

  private var supply: Fact? {
    let (machine, isMonitorLost) = (checkup.machine, devices[.power]?.error != nil)
    guard let power = machine.supply(power, isMonitorLost: isMonitorLost) else { return nil }
    let earlier = machine.isPi ? "; what was before: `journalctl -k -g Undervoltage`" : ""
    guard power.isLow else { return .ok(.power, "the supply holds at this moment\(earlier)") }
    return .warning(
      .power, "the supply gives too little voltage (under-voltage)",
      why: "once motor, lamp and camera are on, the computer may stop, and its card may lose what was written",
      fix: machine.powerRemedy)
  }

  /// Returns a fact if the device lacks something that a fix can provide, such as a line in config.txt.
  private func gap(_ role: DeviceRole, _ error: HardwareError?) -> Fact? {
    let machine = checkup.machine
    guard machine.isPi, let gap = machine.gaps[role], let fix = machine.remedy(of: gap) else { return nil }
    // Some kernels give the chip the label of an older one; then the line works anyway.
    if case .chip = gap, error == nil { return nil }
    let what =
      switch gap {
      case .bus(let bus): "there is no I2C bus \(bus)"
      case .pwm(let channel): "there is no PWM device \(channel.device)"
      case .chip(let label): "there is no GPIO chip \(label)"
      }
    return Fact(
      check: Fact.Check(role), level: role == .display ? .warning : .problem, what: what,
      why: Remedy.consequence(role, fitted: fitted), fix: fix)
  }

  /// Never a warning: users cannot add what their kernel lacks, such as Landlock on Raspberry Pi OS.
  private var confinement: Fact? {
    guard let lacks = checkup.trial?.seen?.camera?.unconfined else { return nil }
    // The prefixes that rouse-scan reports.
    let means = ["files (Landlock)", "system calls (seccomp)"]
    let inForce = means.filter { name in !lacks.contains { $0.hasPrefix(name) || $0.hasPrefix("no new privileges") } }
    var what = "the process that decodes pictures is " + (inForce.isEmpty ? "not confined" : "confined: ")
    what += inForce.joined(separator: ", ")
    guard !lacks.isEmpty else { return .ok(.confinement, what) }
    what += "; this kernel lacks: \(lacks.joined(separator: ", "))"
    what += "; for those, only the service's user and unit limit it"
    return .ok(.confinement, what)
  }

  private var groups: Fact? {
    guard let missing = checkup.system?.missingGroups else { return nil }
    if missing.isEmpty { return .ok(.groups, "\(user) may use the devices") }
    let list = missing.joined(separator: ",")
    return .problem(
      .groups, "\(user) is not in the group \(list.replacing(",", with: ", "))",
      why: "the devices of the group cannot be opened",
      fix: "sudo usermod -aG \(list) \(user) && sudo systemctl restart rouse")
  }
}

extension DeviceTrial.Seen {
  /// Such as `Camera at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 210 ms …`.
  fileprivate var text: String {
    let known = [camera?.camera, camera?.format].compactMap(\.self).joined(separator: ": ")
    let parts = camera?.milliseconds.values.reduce(0, +) ?? 0
    let after = parts > 0 ? " after \(Int(parts.rounded())) ms" : ""
    let lens = camera?.hasFocus == false ? "; its focus is fixed: print cards 8 to 10 cm wide" : ""
    return (known.isEmpty ? "" : known + "; ") + "a frame arrived\(after), its mean brightness is \(brightness) of 255"
      + lens
  }
}

extension MixerLevel {
  fileprivate var fact: Fact {
    guard let element else {
      return .ok(.mixer, "the card \(card) has no volume control: it always plays at its full level")
    }
    let what = "\(element) of the card \(card) is \(isMuted ? "muted" : "at \(percent) %")"
    guard isMuted || percent < LowVolume.limit else { return .ok(.mixer, what) }
    return .warning(
      .mixer, what,
      why: "timers, previews and noise are \(isMuted ? "not" : "hardly") heard; an alarm sets it to `level` of "
        + "the board file for as long as it rings",
      fix: remedy)
  }
}
