import AlarmClock
import Boards
import Control
import Machine

/// The time of day, and where it comes from.
extension Diagnosis {
  static func clock(_ symptoms: Symptoms) -> FindingView {
    let machine = symptoms.machine
    // Other computers have a clock chip, or are told the time by their host.
    let lacksChip = machine.map { $0.isPi && $0.clockChip == nil } ?? false
    let emptyBattery = machine?.clockBattery.flatMap { $0 < leastBattery ? $0 : nil }
    guard symptoms.isClockTrusted else {
      // Nobody is woken by a mock board, and where it is tried out few machines have their time from a network.
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

  /// In volts. Full, the cells that fit have 3 (Raspberry Pi's documentation of the RTC).
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
    return FindingView(
      check: "zone", level: .warning,
      what: "alarms ring by \(symptoms.zone), the zone of a computer on which nobody set one",
      why: "where local time is not UTC, alarms ring hours early or late",
      fix: ZoneAdvice.remedy)
  }
}
