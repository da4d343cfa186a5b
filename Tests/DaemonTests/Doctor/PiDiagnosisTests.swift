import Glibc
import Hardware
import LinuxHardware
import Testing

@testable import Control
@testable import Daemon

final class PiDiagnosisTests {
  private var symptoms = healthy

  static let healthy: Symptoms = {
    var symptoms = DiagnosisTests.healthy
    symptoms.machine = MachineLook(
      isPi: true, pi: .pi4, isUndervolted: false, hardwareWatchdog: .active, clockChip: "rtc0",
      timeService: "systemd-timesyncd", fileSystemErrors: ["mmcblk0p2": 0], boardCommand: "`put it there`")
    return symptoms
  }()

  private static func channel(_ device: String, _ channel: Int = 0) -> MachineLook.Gap {
    .pwm(PWMChannel(device: device, channel: channel, frequency: 1000))
  }

  private static let motorLine =
    "`printf '[all]\\ndtoverlay=pwm,pin=12,func=4\\n' | sudo tee -a /boot/firmware/config.txt`, then `sudo reboot`"

  static let complaints: [Complaint] = [
    .warning("power", "under-voltage", fix: "gives 5 V / 3 A") { $0.machine?.isUndervolted = true },
    .warning("display", "/dev/i2c-1", fix: "`sudo raspi-config nonint do_i2c 0`") {
      $0.machine?.gaps = [.display: .bus("/dev/i2c-1")]
    },
    .warning("display", "/dev/i2c-1", fix: "modprobe i2c-dev") {
      $0.machine?.gaps = [.display: .bus("/dev/i2c-1")]
      $0.machine?.asked = [.display]
    },
    .problem("vibration", "fe20c000.pwm", fix: motorLine) { $0.machine?.gaps = [.vibration: channel("fe20c000.pwm")] },
    .problem("vibration", "3f20c000.pwm", fix: motorLine) {
      $0.machine?.pi = .zero2W
      $0.machine?.gaps = [.vibration: channel("3f20c000.pwm")]
    },
    .problem("vibration", "1f00098000.pwm", fix: motorLine) {
      $0.machine?.pi = .pi5
      $0.machine?.gaps = [.vibration: channel("1f00098000.pwm")]
    },
    .problem("buzzer", "fe20c000.pwm", fix: "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,") {
      $0.machine?.gaps = [.buzzer: channel("fe20c000.pwm", 1)]
    },
    .problem("vibration", "fe20c000.pwm", fix: "`sudo reboot`, as /boot/firmware") {
      $0.machine?.gaps = [.vibration: channel("fe20c000.pwm")]
      $0.machine?.asked = [.motor]
    },
    .problem("vibration", "3f20c000.pwm", fix: "board.json5.old`; for this one: `put") {
      $0.machine?.gaps = [.vibration: channel("3f20c000.pwm")]
    },
    .problem("buzzer", "no GPIO chip pinctrl-bcm2835", fix: "board.json5.old`; for this one: `put") {
      $0.machine?.gaps = [.buzzer: .chip("pinctrl-bcm2835")]
      $0.devices[.buzzer]?.error = HardwareError(.buzzer, "finding it", code: ENODEV)
    },
    .warning(
      "power-button", "HandlePowerKey=poweroff",
      fix: "/etc/systemd/logind.conf.d/90-power-button.conf && sudo systemctl kill -s HUP systemd-logind"
    ) { $0.machine?.powerButton = PowerButton(press: "poweroff", longPress: "ignore") },
    // Not a line of a known board, so the driver's own error must do.
    .problem("vibration", "ENODEV", fix: "ls -l /sys/class/pwm") {
      $0.machine?.gaps = [.vibration: channel("mine.pwm")]
      $0.devices[.vibration]?.error = HardwareError(.vibration, "finding it", code: ENODEV)
    },
    // Only a Raspberry Pi has a config.txt.
    .warning("display", "ENOENT", fix: "ls /dev/i2c-*") {
      $0.machine?.isPi = false
      $0.machine?.gaps = [.display: .bus("/dev/i2c-1")]
      $0.devices[.display]?.error = HardwareError(.display, "opening it", code: ENOENT)
    },
    .warning("audio", "PWM for the vibration", fix: "\\ndtparam=audio=off\\n") { $0.machine?.disturbed = [.vibration] },
    .warning("lines", "keeps its level", fix: "dtparam=strict_gpiod") { $0.machine?.keepsLines = true },
    .warning("overlays", "2 lines of PWM: a, b", fix: "leave one: dtoverlay=pwm,pin=12") {
      $0.machine?.clashes = [.severalPWMLines(["a", "b"])]
    },
    .warning("overlays", "GPIO 18 or 19", fix: "write dtoverlay=pwm,pin=12,func=4 in its") {
      $0.machine?.clashes = [.pwmOnSoundPins("dtoverlay=pwm")]
    },
    .warning("overlays", "audremap", fix: "take it out") { $0.machine?.clashes = [.soundOnPWM("dtoverlay=audremap")] },
    .warning("kernel", "no hardware watchdog", fix: "\\ndtparam=watchdog=on\\n") {
      $0.machine?.hardwareWatchdog = .missing
    },
    .warning("kernel", "no hardware watchdog", fix: "`sudo reboot`, as") {
      $0.machine?.hardwareWatchdog = .missing
      $0.machine?.asked = [.watchdog]
    },
    .problem("clock", "not trusted", fix: "timedatectl timesync-status") { $0.isClockTrusted = false },
    .problem("clock", "not trusted", fix: "chronyc tracking") {
      $0.isClockTrusted = false
      $0.machine?.timeService = "chrony"
    },
    .problem("clock", "not trusted", fix: "set-ntp true`, and see that there is a network; or") {
      $0.isClockTrusted = false
      $0.machine?.timeService = nil
      $0.machine?.clockChip = nil
    },
    .problem("clock", "there is no clock chip", fix: "rouse settings set clock-source ntp") {
      $0.restsOnBattery = true
      $0.machine?.clockChip = nil
    },
    .problem("clock", "has no battery or an empty one: 0.0 V", fix: "connector J5") {
      $0.restsOnBattery = true
      $0.machine?.clockBattery = 0.0015
    },
    .problem("clock", "has no battery or an empty one: 1.4 V", fix: "clock-source ntp") {
      $0.restsOnBattery = true
      $0.machine?.clockBattery = 1.4
    },
    .warning("disk", "3 errors of the file system on mmcblk0p2", fix: "rouse backup") {
      $0.machine?.fileSystemErrors = ["mmcblk0p2": 3]
    },
    .warning("disk", "one error of the file system on sda1", fix: "sudo reboot") {
      $0.machine?.fileSystemErrors = ["mmcblk0p2": 0, "sda1": 1]
    },
    .warning("disk", "mmcblk0 is used up", fix: "rouse backup") {
      $0.machine?.wornDisks = [MachineLook.WornDisk(name: "mmcblk0", tenths: 11)]
    },
    .warning("disk", "less than a tenth", fix: "rouse backup") {
      $0.machine?.wornDisks = [MachineLook.WornDisk(name: "mmcblk0", tenths: 10)]
    },
    .warning("board", "mock", fix: ": `put it there`, then") { $0.isMock = true },
  ]

  @Test func aPiThatLacksNothingIsToldSoAndNothingIsSaidOfAChipThatWorks() {
    let findings = Diagnosis.findings(Self.healthy)
    #expect(findings.allSatisfy { $0.level == .ok })
    #expect(findings.contains { $0.check == "power" && $0.what.contains("journalctl -k -g Undervoltage") })
    #expect(findings.contains(.ok("disk", "the kernel has noted no error of mmcblk0p2")))
    symptoms.machine?.gaps = [.buzzer: .chip("pinctrl-bcm2835")]
    #expect(Diagnosis.findings(symptoms).allSatisfy { $0.level == .ok })
  }

  @Test func saysWhatThePowerButtonDoes() {
    symptoms.machine?.powerButton = PowerButton(press: "ignore", longPress: "poweroff")
    #expect(
      Diagnosis.findings(symptoms).contains(
        .ok(
          "power-button",
          "systemd-logind ignores a short press of the power button; held for 5 s, it does poweroff; off: `sudo poweroff`"
        )))
  }

  @Test func withoutAClockChipTheTimeIsToldToComeFromTheNetwork() {
    symptoms.machine?.clockChip = nil
    func clock() -> FindingView? { Diagnosis.findings(symptoms).first { $0.check == "clock" } }
    #expect(clock()?.level == .ok && clock()?.what.contains("from the network alone") == true)
    symptoms.machine?.clockChip = "rtc0"
    symptoms.machine?.clockBattery = 0
    #expect(clock()?.level == .ok && clock()?.what.contains("no battery or an empty one, so after") == true)
    symptoms.machine?.clockBattery = 3.1
    symptoms.restsOnBattery = true
    #expect(clock() == .ok("clock", symptoms.clockWhy))
  }

  @Test func aSpeakerOnTheHeadphonesIsNotToldOfTwice() {
    symptoms.boardWarnings = ["the vibration and the headphone jack share PWM 0"]
    symptoms.machine?.disturbed = [.vibration]
    #expect(Diagnosis.findings(symptoms).filter { $0.level != .ok }.map(\.check) == ["board"])
  }
}

struct HomeDiagnosisTests {
  private static func status(
    _ state: HomeReport.State, why: String? = nil, fix: String? = nil, waiting: Int = 0, problem: String? = nil,
    changes: [HomeStatusView.Change] = []
  ) -> HomeStatusView {
    let report = HomeReport(
      state: state, broker: "broker.lan", since: "2026-11-24T07:02:03+01:00", why: why, fix: fix, waiting: waiting)
    return HomeStatusView(report: report, problem: problem, changes: changes)
  }

  static let looks: [(look: HomeStatusView?, says: [String], level: FindingView.Level)] = [
    (nil, [], .ok),
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
    var symptoms = DiagnosisTests.healthy
    symptoms.home = Self.looks[index].look
    let found = Diagnosis.findings(symptoms).filter { $0.check == "home" }
    #expect(found.map(\.what) == Self.looks[index].says)
    #expect(found.contains { $0.level == .warning } == (Self.looks[index].level == .warning))
    for finding in found where finding.level != .ok { #expect(finding.why != nil && finding.fix != nil) }
    #expect(!found.contains { $0.level == .problem })
  }

  @Test func whatTheReporterKnowsToHelpGoesBeforeWhatTheClockKnows() {
    var symptoms = DiagnosisTests.healthy
    symptoms.home = Self.status(.notConnected, fix: "give the right password")
    #expect(Diagnosis.findings(symptoms).first { $0.check == "home" }?.fix == "give the right password")
  }
}
