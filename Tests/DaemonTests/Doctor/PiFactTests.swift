import Glibc
import Hardware
import LinuxHardware
import Testing

@testable import Control
@testable import Daemon
@testable import Machine

struct PiFactTests {
  static let healthy = MachineLook(
    isPi: true, pi: .pi4, isUndervolted: false, hardwareWatchdog: .active, clockChip: "rtc0",
    timeService: "systemd-timesyncd", fileSystemErrors: ["mmcblk0p2": 0], boardCommand: "`put it there`")

  /// Returns the facts on the devices, the machine and its clock.
  static func facts(
    trust: ClockTrust = FactTests.trusted, failing error: HardwareError? = nil, isBoardDisturbed: Bool = false,
    _ change: (inout MachineLook) -> Void
  ) -> [Fact] {
    var machine = healthy
    change(&machine)
    let devices = FactTests.devices { devices in
      devices.checkup.system?.machine = machine
      if let error { devices.devices[error.device]?.error = error }
    }
    return devices + machineFacts(machine, processor: nil, isBoardDisturbed: isBoardDisturbed)
      + [clockFact(trust, machine, isMock: false)]
  }

  private static let untrusted = ClockTrust(isTrusted: false, why: "w")
  private static let onBattery = ClockTrust(isTrusted: true, why: "synchronized", restsOnBattery: true)

  private static func channel(_ device: String, _ channel: Int = 0) -> MachineLook.Gap {
    .pwm(PWMChannel(device: device, channel: channel, frequency: 1000))
  }

  private static let motorLine =
    "`printf '[all]\\ndtoverlay=pwm,pin=12,func=4\\n' | sudo tee -a /boot/firmware/config.txt`, then `sudo reboot`"

  static let complaints: [Complaint] = [
    .warning(.power, "under-voltage", fix: "gives 5 V / 3 A") { facts { $0.isUndervolted = true } },
    .warning(.display, "/dev/i2c-1", fix: "`sudo raspi-config nonint do_i2c 0`") {
      facts { $0.gaps = [.display: .bus("/dev/i2c-1")] }
    },
    .warning(.display, "/dev/i2c-1", fix: "modprobe i2c-dev") {
      facts {
        $0.gaps = [.display: .bus("/dev/i2c-1")]
        $0.asked = [.display]
      }
    },
    .problem(.vibration, "fe20c000.pwm", fix: motorLine) { facts { $0.gaps = [.vibration: channel("fe20c000.pwm")] } },
    .problem(.vibration, "3f20c000.pwm", fix: motorLine) {
      facts {
        $0.pi = .zero2W
        $0.gaps = [.vibration: channel("3f20c000.pwm")]
      }
    },
    .problem(.vibration, "1f00098000.pwm", fix: motorLine) {
      facts {
        $0.pi = .pi5
        $0.gaps = [.vibration: channel("1f00098000.pwm")]
      }
    },
    .problem(.buzzer, "fe20c000.pwm", fix: "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,") {
      facts { $0.gaps = [.buzzer: channel("fe20c000.pwm", 1)] }
    },
    .problem(.vibration, "fe20c000.pwm", fix: "`sudo reboot`, as /boot/firmware") {
      facts {
        $0.gaps = [.vibration: channel("fe20c000.pwm")]
        $0.asked = [.motor]
      }
    },
    .problem(.vibration, "3f20c000.pwm", fix: "board.json5.old`; for this one: `put") {
      facts { $0.gaps = [.vibration: channel("3f20c000.pwm")] }
    },
    .problem(.buzzer, "no GPIO chip pinctrl-bcm2835", fix: "board.json5.old`; for this one: `put") {
      facts(failing: HardwareError(.buzzer, "finding it", code: ENODEV)) {
        $0.gaps = [.buzzer: .chip("pinctrl-bcm2835")]
      }
    },
    .warning(
      .powerButton, "HandlePowerKey=poweroff",
      fix: "/etc/systemd/logind.conf.d/90-power-button.conf && sudo systemctl kill -s HUP systemd-logind"
    ) {
      facts { $0.powerButton = PowerButton(press: "poweroff", longPress: "ignore") }
    },
    // Not a line of a known board, so the driver's own error must do.
    .problem(.vibration, "ENODEV", fix: "ls -l /sys/class/pwm") {
      facts(failing: HardwareError(.vibration, "finding it", code: ENODEV)) {
        $0.gaps = [.vibration: channel("mine.pwm")]
      }
    },
    // Only a Raspberry Pi has a config.txt.
    .warning(.display, "ENOENT", fix: "ls /dev/i2c-*") {
      facts(failing: HardwareError(.display, "opening it", code: ENOENT)) {
        $0.isPi = false
        $0.gaps = [.display: .bus("/dev/i2c-1")]
      }
    },
    .warning(.audio, "PWM for the vibration", fix: "\\ndtparam=audio=off\\n") { facts { $0.disturbed = [.vibration] } },
    .warning(.lines, "keeps its level", fix: "dtparam=strict_gpiod") { facts { $0.keepsLines = true } },
    .warning(.overlays, "2 lines of PWM: a, b", fix: "leave one: dtoverlay=pwm,pin=12") {
      facts { $0.clashes = [.severalPWMLines(["a", "b"])] }
    },
    .warning(.overlays, "GPIO 18 or 19", fix: "write dtoverlay=pwm,pin=12,func=4 in its") {
      facts { $0.clashes = [.pwmOnSoundPins("dtoverlay=pwm")] }
    },
    .warning(.overlays, "audremap", fix: "take it out") { facts { $0.clashes = [.soundOnPWM("dtoverlay=audremap")] } },
    .warning(.kernel, "no hardware watchdog", fix: "\\ndtparam=watchdog=on\\n") {
      facts { $0.hardwareWatchdog = .missing }
    },
    .warning(.kernel, "no hardware watchdog", fix: "`sudo reboot`, as") {
      facts {
        $0.hardwareWatchdog = .missing
        $0.asked = [.watchdog]
      }
    },
    .problem(.clock, "not trusted", fix: "timedatectl timesync-status") { facts(trust: untrusted) { _ in } },
    .problem(.clock, "not trusted", fix: "chronyc tracking") { facts(trust: untrusted) { $0.timeService = "chrony" } },
    .problem(.clock, "not trusted", fix: "set-ntp true`, and see that there is a network; or") {
      facts(trust: untrusted) {
        $0.timeService = nil
        $0.clockChip = nil
      }
    },
    .problem(.clock, "there is no clock chip", fix: "rouse settings set clock-source ntp") {
      facts(trust: onBattery) { $0.clockChip = nil }
    },
    .problem(.clock, "has no battery or an empty one: 0.0 V", fix: "connector J5") {
      facts(trust: onBattery) { $0.clockBattery = 0.0015 }
    },
    .problem(.clock, "has no battery or an empty one: 1.4 V", fix: "clock-source ntp") {
      facts(trust: onBattery) { $0.clockBattery = 1.4 }
    },
    .warning(.disk, "3 errors of the file system on mmcblk0p2", fix: "rouse backup") {
      facts { $0.fileSystemErrors = ["mmcblk0p2": 3] }
    },
    .warning(.disk, "one error of the file system on sda1", fix: "sudo reboot") {
      facts { $0.fileSystemErrors = ["mmcblk0p2": 0, "sda1": 1] }
    },
    .warning(.disk, "mmcblk0 is used up", fix: "rouse backup") {
      facts { $0.wornDisks = [MachineLook.WornDisk(name: "mmcblk0", tenths: 11)] }
    },
    .warning(.disk, "less than a tenth", fix: "rouse backup") {
      facts { $0.wornDisks = [MachineLook.WornDisk(name: "mmcblk0", tenths: 10)] }
    },
    .warning(.board, "mock", fix: ": `put it there`, then") {
      try FactTests.board(machine: healthy) { $0.isMock = true }
    },
  ]

  @Test func aPiThatLacksNothingIsToldSoAndNothingIsSaidOfAChipThatWorks() {
    let facts = Self.facts { _ in }
    #expect(facts.allSatisfy { $0.level == .ok })
    #expect(facts.contains { $0.check == .power && $0.what.contains("journalctl -k -g Undervoltage") })
    #expect(facts.contains(.ok(.disk, "the kernel has noted no error of mmcblk0p2")))
    #expect(Self.facts { $0.gaps = [.buzzer: .chip("pinctrl-bcm2835")] }.allSatisfy { $0.level == .ok })
  }

  @Test func saysWhatThePowerButtonDoes() {
    let facts = Self.facts { $0.powerButton = PowerButton(press: "ignore", longPress: "poweroff") }
    #expect(
      facts.contains(
        .ok(
          .powerButton,
          "systemd-logind ignores a short press of the power button; held for 5 s, it does poweroff; off: `sudo poweroff`"
        )))
  }

  @Test func withoutAClockChipTheTimeIsToldToComeFromTheNetwork() {
    var machine = Self.healthy
    machine.clockChip = nil
    func clock(_ trust: ClockTrust = FactTests.trusted) -> Fact { clockFact(trust, machine, isMock: false) }
    #expect(clock().level == .ok && clock().what.contains("from the network alone"))
    machine.clockChip = "rtc0"
    machine.clockBattery = 0
    #expect(clock().level == .ok && clock().what.contains("no battery or an empty one, so after"))
    machine.clockBattery = 3.1
    #expect(clock(Self.onBattery) == .ok(.clock, "synchronized"))
  }

  @Test func aSpeakerOnTheHeadphonesIsNotToldOfTwice() {
    #expect(Self.facts(isBoardDisturbed: true) { $0.disturbed = [.vibration] }.allSatisfy { $0.level == .ok })
  }
}

struct HomeFactTests {
  private static func status(
    _ state: HomeReport.State, why: String? = nil, fix: String? = nil, waiting: Int = 0, problem: String? = nil,
    changes: [HomeStatusView.Change] = []
  ) -> HomeStatusView {
    let report = HomeReport(
      state: state, broker: "broker.lan", since: "2026-11-24T07:02:03+01:00", why: why, fix: fix, waiting: waiting)
    return HomeStatusView(report: report, problem: problem, changes: changes)
  }

  static let looks: [(look: HomeStatusView, says: [String], level: FindingView.Level)] = [
    (HomeStatusView(report: nil), ["rouse-mqtt is not running"], .warning),
    (
      HomeStatusView(report: nil, unreached: .init(why: "there is no group", fix: "make it")), ["there is no group"],
      .warning
    ),
    (status(.connected), ["connected to broker.lan since 07:02"], .ok),
    (status(.connected, waiting: 1), ["connected to broker.lan since 07:02; 1 event waits"], .ok),
    (
      status(.connected, why: "the broker refuses a topic"),
      ["connected to broker.lan since 07:02, but the broker refuses a topic"], .warning
    ),
    (
      status(.notConnected, why: "connection refused", waiting: 5),
      ["not connected to broker.lan: connection refused; 5 events wait"], .warning
    ),
    (
      status(
        .connected, problem: "it is not JSON5",
        changes: [HomeStatusView.Change(time: "2026-11-23T23:14:00+01:00", what: "Work skipped by Home Assistant")]),
      [
        "connected to broker.lan since 07:02", "nothing is done for the house: it is not JSON5",
        "in the last day: Work skipped by Home Assistant 23:14",
      ], .warning
    ),
  ]

  @Test(arguments: looks.indices)
  func itIsToldInWordsAndKeepsNoClockFromBeingReady(index: Int) {
    let found = homeFacts(Self.looks[index].look, .hours24)
    #expect(found.map(\.what) == Self.looks[index].says)
    #expect(found.contains { $0.level == .warning } == (Self.looks[index].level == .warning))
    for fact in found where fact.level != .ok { #expect(fact.why != nil && fact.fix != nil) }
    #expect(!found.contains { $0.level == .problem })
  }

  @Test func whatTheReporterKnowsToHelpGoesBeforeWhatTheClockKnows() {
    let status = Self.status(.notConnected, fix: "give the right password")
    #expect(homeFacts(status, .hours24)[0].fix == "give the right password")
  }
}
