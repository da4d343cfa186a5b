import AlarmClock
import Boards
import Control
import Machine

func clockFact(_ trust: ClockTrust, _ machine: MachineLook, isMock: Bool) -> Fact {
  // Other computers have a clock chip or get the time from their host.
  let lacksChip = machine.isPi && machine.clockChip == nil
  let emptyBattery = machine.clockBattery.flatMap { $0 < leastBattery ? $0 : nil }
  guard trust.isTrusted else {
    // Only a warning on the mock board: it wakes nobody, and few development machines use network time.
    return Fact(
      check: .clock, level: isMock ? .warning : .problem,
      what: "the time of day is not trusted: \(trust.why)",
      why: "an alarm rings by the time the clock has, which may be wrong after a power cut",
      fix: trust.restsOnBattery
        ? battery : network(machine.timeService) + (lacksChip ? "; or fit a clock chip, this computer has none" : "")
    )
  }
  guard lacksChip || emptyBattery != nil else { return .ok(.clock, trust.why) }
  guard trust.restsOnBattery else {
    let lack = lacksChip ? "there is no clock chip" : "the clock chip has no battery or an empty one"
    return .ok(
      .clock, "\(trust.why); \(lack), so after a power cut the time comes from the network alone")
  }
  if let emptyBattery {
    return .problem(
      .clock,
      "`clock-source` is `battery`, but the clock chip has no battery or an empty one: "
        + "\((emptyBattery * 10).rounded() / 10) V",
      why: wrongTime,
      fix: "`rouse settings set clock-source ntp`; or connect a battery to the connector J5 (a rechargeable one "
        + "needs dtparam=rtc_bbat_vchg=3000000 in \(PiBoard.configFile)), and restart the computer")
  }
  return .problem(
    .clock, "`clock-source` says that a battery keeps the time, and there is no clock chip",
    why: wrongTime,
    fix: "`rouse settings set clock-source ntp`; or fit the chip, whose line in \(PiBoard.configFile) is "
      + "dtoverlay=i2c-rtc,ds3231")
}

/// In volts. A full cell has 3 V (Raspberry Pi's documentation of the RTC).
private let leastBattery = 2.0

private let wrongTime = "after a power cut alarms ring by a time that is wrong, and nothing tells"

private let battery =
  "replace the battery, then set the time and date: sudo timedatectl set-time 'YYYY-MM-DD hh:mm'"

private func network(_ service: String?) -> String {
  switch service {
  case nil: "`sudo timedatectl set-ntp true`, and see that there is a network"
  case "systemd-timesyncd"?:
    "systemd-timesyncd is to set it: see that there is a network, `timedatectl timesync-status`"
  case "chrony"?, "chronyd"?: "chrony is to set it: see that there is a network, `chronyc tracking`"
  case let service?: "\(service) is to set it: see that there is a network, `systemctl status \(service)`"
  }
}

func zoneFact(_ zone: ZoneInForce) -> Fact {
  if let trouble = zone.trouble {
    return .problem(.zone, trouble.what, why: trouble.why, fix: trouble.fix)
  }
  guard ZoneAdvice.isUTC(zone.rules.name) else {
    return .ok(.zone, "alarms ring by the time of \(zone.rules.name)")
  }
  return .warning(
    .zone, "alarms ring by \(zone.rules.name), the zone of a computer on which nobody set one",
    why: "where local time is not UTC, alarms ring hours early or late", fix: ZoneAdvice.remedy)
}
