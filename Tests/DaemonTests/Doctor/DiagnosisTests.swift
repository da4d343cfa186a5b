import AlarmClock
import Control
import Faces
import Glibc
import Hardware
import ScanLine
import Testing

@testable import Daemon
@testable import Machine

/// A single fault and the finding expected for it.
struct Complaint: Sendable, CustomTestStringConvertible {
  var check: String
  var level: FindingView.Level
  /// A part of the finding's text.
  var says: String
  /// A part of the command that fixes it.
  var fix: String
  var change: @Sendable (inout Symptoms) -> Void

  var testDescription: String { "\(check): \(says)" }
}

@Suite struct DiagnosisTests {
  static let healthy = Symptoms(
    board: "bench", boardFile: "/etc/rouse/board.json5", isMock: false, boardWarnings: [], wereDevicesTried: true,
    devices: Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0, Symptoms.Device(isFitted: true)) }),
    user: "rouse", missingGroups: [],
    mixer: Symptoms.Mixer(card: "Device", element: "PCM", percent: 100, isMuted: false), isClockTrusted: true,
    clockWhy: "synchronized", zone: "Europe/Berlin", machine: MachineLook(hardwareWatchdog: .active),
    service: Symptoms.Service(isUnderSystemd: true, watchdogInterval: .seconds(10), degradation: nil),
    folder: Symptoms.Folder(path: "/var/lib/rouse", freeBytes: 1 << 30, fileSystem: "ext4", error: nil), cardCount: 2,
    brightness: 90)

  @Test func alarmsThatNobodyMayHearOrFeelAreNamed() {
    var symptoms = Self.healthy
    symptoms.lowAlarms = Self.low(["Work (k3f9xa)", "m2n8qr"], isFelt: false)
    let found = Diagnosis.findings(symptoms).filter { $0.level != .ok }
    #expect(found.map(\.check) == ["volume"] && found.map(\.level) == [.warning])
    #expect(found.first?.what == "below 30 %, with nothing felt beside it: Work (k3f9xa), m2n8qr")
    #expect(found.first?.fix?.contains("rouse alarm edit NAME --volume 60") ?? false)
    symptoms.lowAlarms = Self.low((1...12).map { "alarm \($0)" }, isFelt: false)
    #expect(Diagnosis.findings(symptoms).contains { $0.what.hasSuffix("alarm 10 and 2 more") })
  }

  @Test func suggestsANewBatteryForAClockThatRestsOnOne() {
    var symptoms = Self.healthy
    (symptoms.isClockTrusted, symptoms.restsOnBattery) = (false, true)
    let found = Diagnosis.findings(symptoms).first { $0.check == "clock" }
    #expect(
      found?.level == .problem && found?.fix?.contains("sudo timedatectl set-time '") == true,
      "\(String(describing: found))")
  }

  @Test func alarmsThatAreOnlyFeltAreNamedToo() {
    var symptoms = Self.healthy
    symptoms.next = .ring(Self.work)
    symptoms.lowAlarms = Self.low(["Work (k3f9xa)"], isFelt: true)
    let found = Diagnosis.findings(symptoms).filter { $0.level != .ok }
    #expect(found.map(\.level) == [.warning] && found.first?.what == "below 30 %: Work (k3f9xa)")
    let verdict = Verdict(known: found, hasNext: true, hasCards: true)
    #expect(verdict.view(at: morning, in: .utc).lowVolume == found)
  }

  private static func low(_ names: [String], isFelt: Bool) -> [(name: String, low: LowVolume)] {
    names.compactMap { name in LowVolume(volume: 20, isFelt: isFelt).map { (name, $0) } }
  }

  @Test func theNextAlarmThatNobodyMayHearIsAProblemAndTheOthersAreNot() throws {
    var symptoms = Self.healthy
    symptoms.next = .ring(Self.work)
    symptoms.lowAlarms = Self.low(["Nap (m2n8qr)", "Work (k3f9xa)"], isFelt: false)
    let found = Diagnosis.findings(symptoms).filter { $0.level != .ok }
    #expect(found.map(\.check) == ["volume", "volume"] && found.map(\.level) == [.problem, .warning])
    #expect(found.first?.fix == "raise it: rouse alarm edit k3f9xa --volume 60")
    #expect(found.last?.what.hasSuffix(": Nap (m2n8qr)") ?? false)
  }

  private static let work = Symptoms.Next.Ring(
    name: "Work (k3f9xa)", alarmID: "k3f9xa", due: "2026-11-22 08:30", cards: ["bath", "door"])

  @Test func theNextRingIsToldWithWhatEndsIt() {
    var symptoms = Self.healthy
    symptoms.next = .ring(Self.work)
    symptoms.store = .sound
    let findings = Diagnosis.findings(symptoms)
    #expect(findings.contains(.ok("next", "Work (k3f9xa) rings 2026-11-22 08:30, and ends with bath or door")))
    #expect(findings.contains(.ok("store", "what is stored is sound")))
    // Without a card, no alarm can be set and nothing rings.
    (symptoms.next, symptoms.cardCount) = (.nothing, 0)
    #expect(Diagnosis.findings(symptoms).first { $0.check == "next" }?.fix?.contains("rouse setup") ?? false)
  }

  @Test func aSensorsFindingIsWhatItSaid() {
    var symptoms = Self.healthy
    symptoms.readings = Readings(illuminance: 3, temperature: 21.5, humidity: 40)
    symptoms.power = SensorReadings.Power(isLow: false, since: nil)
    let findings = Diagnosis.findings(symptoms)
    #expect(findings.contains(.ok("light", "3 lux")))
    #expect(findings.contains(.ok("room", "21.5 °C, humidity 40 %")))
    #expect(findings.filter { $0.check == "power" } == [.ok("power", "the supply holds at this moment")])
  }

  @Test func aMockBoardsClockIsOnlyWarnedOf() {
    var symptoms = Self.healthy
    (symptoms.isMock, symptoms.isClockTrusted) = (true, false)
    #expect(Diagnosis.findings(symptoms).first { $0.check == "clock" }?.level == .warning)
  }

  @Test func aSoundThatIsGoneIsToldOfWithWhoUsesItAndTheFix() {
    var symptoms = Self.healthy
    symptoms.missingSounds = [
      MissingSoundView(sound: "whales", usedBy: ["the alarm Work (k3f9xa)", "the preset eggs"], playsInstead: "tone")
    ]
    let found = Diagnosis.findings(symptoms).filter { $0.level != .ok }
    #expect(found.map(\.check) == ["sound"] && found.map(\.level) == [.warning])
    #expect(found[0].what == "the sound whales is gone, which the alarm Work (k3f9xa) and the preset eggs asked for")
    #expect(found[0].why == "tone plays instead" && found[0].fix?.contains("rouse sound add FILE") == true)
  }

  @Test func aHealthyClockIsToldSoOfEveryPart() {
    let findings = Diagnosis.findings(Self.healthy)
    #expect(findings.allSatisfy { $0.level == .ok && $0.why == nil && $0.fix == nil })
    let checks = Set(findings.map(\.check))
    #expect(checks.isSuperset(of: DeviceRole.allCases.map(\.rawValue)))
    #expect(
      checks.isSuperset(
        of: ["board", "groups", "mixer", "cards", "clock", "priority", "watchdog", "kernel", "space", "state"]))
  }

  private static func failing(_ role: DeviceRole, _ code: Int32, fix: String) -> Complaint {
    // An alarm rings even without a display or sensors.
    Complaint(
      check: role.rawValue, level: role == .display || role.isSensor ? .warning : .problem, says: Errno.name(code),
      fix: fix
    ) {
      $0.devices[role]?.error = HardwareError(role, "opening it", code: code)
    }
  }

  static let complaints: [Complaint] = [
    failing(.buzzer, EACCES, fix: "udevadm trigger"), failing(.vibration, EPERM, fix: "systemctl restart rouse"),
    failing(.speaker, EACCES, fix: "udevadm trigger"), failing(.display, EACCES, fix: "udevadm trigger"),
    failing(.camera, EACCES, fix: "udevadm trigger"), failing(.buzzer, EBUSY, fix: "gpioinfo"),
    failing(.speaker, EBUSY, fix: "fuser -v /dev/snd"), failing(.camera, EBUSY, fix: "fuser -v /dev/video"),
    failing(.speaker, ENODEV, fix: "aplay -l"), failing(.speaker, ENOTUNIQ, fix: "card: \"Device\""),
    failing(.display, EREMOTEIO, fix: "i2cdetect"), failing(.display, ETIMEDOUT, fix: "i2cdetect"),
    failing(.camera, ETIMEDOUT, fix: "plug the camera out"), failing(.room, ENODEV, fix: "/sys/class/hwmon"),
    failing(.light, ENODEV, fix: "dtoverlay=i2c-sensor,bh1750"), failing(.power, ENODEV, fix: "take `power` out"),
    failing(.button, EBUSY, fix: "gpioinfo"), failing(.speaker, ETIMEDOUT, fix: "USB sound card"),
    Complaint(check: "power", level: .warning, says: "under-voltage", fix: "use a supply of good make, and") {
      $0.power = SensorReadings.Power(isLow: true, since: nil)
    },
    failing(.camera, ENODEV, fix: "plug in a USB camera"), failing(.camera, ENODEV, fix: "lsusb"),
    failing(.vibration, EINVAL, fix: "/sys/class/pwm"),
    Complaint(check: "board", level: .warning, says: "mock", fix: "/etc/rouse/board.json5") { $0.isMock = true },
    Complaint(check: "board", level: .warning, says: "share PWM", fix: "rewire") { $0.boardWarnings = ["share PWM 1"] },
    Complaint(
      check: "board", level: .problem,
      says: "line 17 (GPIO17) of chip has two devices: button and buzzer",
      fix: "wire one of them to another line, write that into /etc/rouse/board.json5"
    ) { $0.sharedLines = [SharedLine(roles: [.buzzer, .button], place: "line 17 (GPIO17) of chip")] },
    Complaint(check: "vibration", level: .warning, says: "software", fix: "hardware PWM") {
      $0.devices[.vibration]?.degradation = "software PWM"
    },
    Complaint(check: "groups", level: .problem, says: "gpio, video", fix: "usermod -aG gpio,video rouse") {
      $0.missingGroups = ["gpio", "video"]
    },
    Complaint(check: "camera", level: .problem, says: "not fitted", fix: "v4l2") {
      $0.devices[.camera]?.isFitted = false
    },
    Complaint(check: "mixer", level: .warning, says: "29 %", fix: "amixer -c Device sset 'PCM' 80%") {
      $0.mixer?.percent = 29
    },
    // Only a warning, because alarms unmute the mixer.
    Complaint(check: "mixer", level: .warning, says: "muted", fix: "unmute") { $0.mixer?.isMuted = true },
    Complaint(check: "cards", level: .warning, says: "no card", fix: "rouse setup") { $0.cardCount = 0 },
    Complaint(check: "card", level: .warning, says: "bath lies before", fix: "take it back to its place") {
      ($0.lyingCards, $0.otherCards) = (["bath"], ["door"])
    },
    Complaint(check: "card", level: .problem, says: "bath and door lie before", fix: "take them back") {
      $0.lyingCards = ["bath", "door"]
    },
    Complaint(check: "cards", level: .warning, says: "one card", fix: "rouse setup") { $0.cardCount = 1 },
    Complaint(check: "clock", level: .problem, says: "not trusted", fix: "timedatectl set-ntp") {
      $0.isClockTrusted = false
    },
    Complaint(check: "next", level: .warning, says: "no alarm rings", fix: "first: rouse alarm add 07:30") {
      $0.next = .nothing
    },
    Complaint(check: "next", level: .problem, says: "no card ends it", fix: "rouse alarm edit k3f9xa --card all") {
      $0.next = .ring(Symptoms.Next.Ring(name: "Work (k3f9xa)", alarmID: "k3f9xa", due: "2026-11-22 08:30", cards: []))
    },
    Complaint(check: "store", level: .problem, says: "a page is damaged", fix: "rouse restore FILE") {
      $0.store = .flawed("a page is damaged")
    },
    Complaint(check: "store", level: .warning, says: "kept", fix: "rouse acknowledge") { $0.store = .replaced("kept") },
    Complaint(check: "zone", level: .problem, says: "'Nonsense', which TZ asks for,", fix: "systemctl edit rouse") {
      $0.zoneTrouble = ZoneInForce.named("Nonsense").trouble
    },
    Complaint(
      check: "zone", level: .warning, says: "alarms ring by Etc/UTC", fix: "sudo timedatectl set-timezone Europe/Berlin"
    ) { $0.zone = "Etc/UTC" },
    Complaint(check: "priority", level: .warning, says: "refused", fix: "systemctl enable --now rouse") {
      $0.service?.degradation = "SCHED_FIFO was refused"
    },
    Complaint(check: "watchdog", level: .warning, says: "does not watch", fix: "WatchdogSec") {
      $0.service?.watchdogInterval = nil
    },
    Complaint(check: "watchdog", level: .warning, says: "did not start", fix: "systemctl enable --now rouse") {
      $0.service = Symptoms.Service(isUnderSystemd: false, watchdogInterval: nil, degradation: nil)
    },
    Complaint(check: "files", level: .warning, says: "only 64 files", fix: "ulimit -n 1024") {
      $0.service?.tooFewFiles = DescriptorShare(limit: 64).problem
    },
    Complaint(check: "kernel", level: .warning, says: "not used", fix: "RuntimeWatchdogSec") {
      $0.machine?.hardwareWatchdog = .idle
    },
    Complaint(check: "kernel", level: .warning, says: "no hardware watchdog", fix: "dtparam=watchdog=on") {
      $0.machine?.hardwareWatchdog = .missing
    },
    Complaint(check: "space", level: .warning, says: "63 MB", fix: "journalctl") { $0.folder?.freeBytes = 63 << 20 },
    Complaint(check: "space", level: .problem, says: "3 MB", fix: "du -xh") { $0.folder?.freeBytes = 3 << 20 },
    Complaint(check: "state", level: .problem, says: "tmpfs", fix: "--state") { $0.folder?.fileSystem = "tmpfs" },
    Complaint(check: "state", level: .problem, says: "overlay", fix: "disable_overlayfs") {
      $0.folder?.fileSystem = "overlay"
    },
    Complaint(check: "state", level: .problem, says: "read-only", fix: "remount") {
      $0.folder?.error = "it is read-only"
    },
  ]

  @Test(arguments: complaints)
  func eachThingThatIsWrongIsNamedAloneWithItsRemedy(complaint: Complaint) throws {
    try Self.expectAlone(complaint, in: Self.healthy)
  }

  /// Checks that the fault causes exactly one finding, with a reason and a fix.
  static func expectAlone(_ complaint: Complaint, in healthy: Symptoms) throws {
    var symptoms = healthy
    complaint.change(&symptoms)
    let findings = Diagnosis.findings(symptoms).filter { $0.level != .ok }
    try #require(findings.count == 1, "\(findings)")
    #expect(findings[0].check == complaint.check)
    #expect(findings[0].level == complaint.level)
    #expect(findings[0].what.contains(complaint.says), "\(findings[0].what)")
    #expect(findings[0].fix?.contains(complaint.fix) == true, "\(findings[0].fix ?? "")")
    #expect(findings[0].why?.isEmpty == false)
  }

  @Test func whatIsNotFittedIsNoComplaint() {
    var symptoms = Self.healthy
    symptoms.devices = [.buzzer: Symptoms.Device(isFitted: true), .camera: Symptoms.Device(isFitted: true)]
    symptoms.mixer = nil
    symptoms.brightness = nil
    #expect(Diagnosis.findings(symptoms).allSatisfy { $0.level == .ok })
    #expect(Diagnosis.findings(symptoms).contains(.ok("lamp", "not fitted")))
  }

  @Test func theCameraIsToldWithWhatItDeliversAndHowSoon() {
    var symptoms = Self.healthy
    symptoms.camera = OpenedReport(
      camera: "Webcam at /dev/video0", format: "YUYV 640x480, 15 frames a second",
      milliseconds: ["find": 10.25, "first frame": 200.5], unconfined: ["landlock"])
    let said =
      "Webcam at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 211 ms, its mean brightness is 90 of 255"
    #expect(Diagnosis.findings(symptoms).contains(.ok("camera", said)))
  }

  @Test func aUserOtherThanTheServiceIsToldToJoinTheGroup() {
    var symptoms = Self.healthy
    symptoms.user = "ada"
    symptoms.devices[.camera]?.error = HardwareError(.camera, "opening it", code: EACCES)
    let fix = Diagnosis.findings(symptoms).first { $0.check == "camera" }?.fix
    #expect(fix == "`sudo usermod -aG video ada`, and log in again")
  }

  /// A path, and the type of the file system that holds it.
  static let mounts: [(path: String, expected: String)] = [
    ("/var/lib/rouse", "ext4"), ("/run/rouse", "tmpfs"), ("/running", "ext4"), ("/mnt/my disk/x", "vfat"),
    ("/boot", "vfat"), ("/", "ext4"),
  ]

  @Test(arguments: mounts)
  func theFileSystemOfAPathIsTheDeepestOneMountedAboveIt(path: String, expected: String) {
    let table = """
      1 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw
      2 1 0:21 / /run rw shared:5 master:1 - tmpfs tmpfs rw
      3 1 179:1 / /boot rw - ext2 /dev/mmcblk0p1 rw
      4 3 179:1 / /boot rw - vfat /dev/mmcblk0p1 rw
      5 1 8:1 / /mnt/my\\040disk rw - vfat /dev/sda1 rw
      not a line of a mount table
      """
    #expect(MountTable.fileSystem(of: path, in: table) == expected)
  }
}
