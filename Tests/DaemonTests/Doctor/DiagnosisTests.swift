import AlarmClock
import Control
import Glibc
import Hardware
import ScanLine
import Testing

@testable import Daemon
@testable import Machine

struct Complaint: Sendable, CustomTestStringConvertible {
  var check: String
  var level: FindingView.Level
  /// A part of the finding's text.
  var says: String
  /// A part of the command that fixes it.
  var fix: String
  var change: Change

  var testDescription: String { "\(check): \(says)" }

  typealias Change = @Sendable (inout Symptoms) -> Void

  static func problem(_ check: String, _ says: String, fix: String, _ change: @escaping Change) -> Complaint {
    Complaint(check: check, level: .problem, says: says, fix: fix, change: change)
  }

  static func warning(_ check: String, _ says: String, fix: String, _ change: @escaping Change) -> Complaint {
    Complaint(check: check, level: .warning, says: says, fix: fix, change: change)
  }
}

/// A bus whose chip accepts writes but cannot be read.
private struct WriteOnlyBus: I2CBus {
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {}
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    throw HardwareError(.display, "reading", code: EREMOTEIO)
  }
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

  private static func findings(_ change: (inout Symptoms) -> Void) -> [FindingView] {
    var symptoms = healthy
    change(&symptoms)
    return Diagnosis.findings(symptoms)
  }

  private static func complaints(_ change: (inout Symptoms) -> Void) -> [FindingView] {
    findings(change).filter { $0.level != .ok }
  }

  private static func low(_ names: [String], isFelt: Bool) -> [(name: String, low: LowVolume)] {
    names.compactMap { name in LowVolume(volume: 20, isFelt: isFelt).map { (name, $0) } }
  }

  @Test func alarmsThatNobodyMayHearAreNamedAndTheNextOneIsAProblemUnlessItIsFelt() {
    let found = Self.complaints { $0.lowAlarms = Self.low(["Work (k3f9xa)", "m2n8qr"], isFelt: false) }
    #expect(found.map(\.check) == ["volume"] && found.map(\.level) == [.warning])
    #expect(found.first?.what == "below 30 %, with nothing felt beside it: Work (k3f9xa), m2n8qr")
    #expect(found.first?.fix?.contains("rouse alarm edit NAME --volume 60") ?? false)
    let many = Self.complaints { $0.lowAlarms = Self.low((1...12).map { "alarm \($0)" }, isFelt: false) }
    #expect(many.contains { $0.what.hasSuffix("alarm 10 and 2 more") })
    let felt = Self.complaints {
      $0.next = .ring(Self.work)
      $0.lowAlarms = Self.low(["Work (k3f9xa)"], isFelt: true)
    }
    #expect(felt.map(\.level) == [.warning] && felt.first?.what == "below 30 %: Work (k3f9xa)")
    #expect(Verdict(known: felt, hasNext: true, hasCards: true).view(at: morning, in: .utc).lowVolume == felt)
    let next = Self.complaints {
      $0.next = .ring(Self.work)
      $0.lowAlarms = Self.low(["Nap (m2n8qr)", "Work (k3f9xa)"], isFelt: false)
    }
    #expect(next.map(\.check) == ["volume", "volume"] && next.map(\.level) == [.problem, .warning])
    #expect(next.first?.fix == "raise it: rouse alarm edit k3f9xa --volume 60")
    #expect(next.last?.what.hasSuffix(": Nap (m2n8qr)") ?? false)
  }

  private static let work = Symptoms.Next.Ring(
    name: "Work (k3f9xa)", alarmID: "k3f9xa", due: "2026-11-22 08:30", cards: ["bath", "door"])

  private static let webcam = OpenedReport(
    camera: "Webcam at /dev/video0", format: "YUYV 640x480, 15 frames a second",
    milliseconds: ["find": 10.25, "first frame": 200.5], unconfined: ["landlock"])

  static let wells: [(check: String, what: String, change: Complaint.Change)] = [
    (
      "next", "Work (k3f9xa) rings 2026-11-22 08:30, and ends with bath or door", { $0.next = .ring(work) }
    ),
    ("store", "what is stored is sound", { $0.store = .sound }),
    ("light", "3 lux", { $0.readings.illuminance = 3 }),
    ("room", "21.5 °C, humidity 40 %", { ($0.readings.temperature, $0.readings.humidity) = (21.5, 40) }),
    ("power", "the supply holds at this moment", { $0.power = SensorReadings.Power(isLow: false, since: nil) }),
    (
      "camera",
      "Webcam at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 211 ms, its mean brightness is "
        + "90 of 255",
      { $0.camera = webcam }
    ),
    (
      "confinement", "the process that decodes pictures is confined: files (Landlock), system calls (seccomp)",
      { $0.camera = OpenedReport(unconfined: []) }
    ),
    // The kernel of Raspberry Pi OS lacks Landlock.
    (
      "confinement",
      "the process that decodes pictures is confined: system calls (seccomp); this kernel lacks: files (Landlock): "
        + "ENOSYS; for those, only the service's user and unit limit it",
      { $0.camera = OpenedReport(unconfined: ["files (Landlock): ENOSYS"]) }
    ),
    (
      "confinement",
      "the process that decodes pictures is not confined; this kernel lacks: no new privileges: EPERM, so nothing else "
        + "either; for those, only the service's user and unit limit it",
      { $0.camera = OpenedReport(unconfined: ["no new privileges: EPERM, so nothing else either"]) }
    ),
  ]

  @Test(arguments: wells) func whatIsWellIsTold(check: String, what: String, change: Complaint.Change) {
    #expect(Self.findings(change).filter { $0.check == check } == [.ok(check, what)])
  }

  @Test func whatIsFoundBesideOthersHasItsOwnLevelAndRemedy() {
    func found(_ check: String, _ change: (inout Symptoms) -> Void) -> FindingView? {
      Self.findings(change).first { $0.check == check }
    }
    let next = found("next") { ($0.next, $0.cardCount) = (.nothing, 0) }
    #expect(next?.fix?.contains("rouse setup") ?? false)
    let mock = found("clock") { ($0.isMock, $0.isClockTrusted) = (true, false) }
    #expect(mock?.level == .warning)
    let battery = found("clock") { ($0.isClockTrusted, $0.restsOnBattery) = (false, true) }
    #expect(battery?.level == .problem && battery?.fix?.contains("sudo timedatectl set-time '") == true)
    let camera = found("camera") {
      $0.user = "ada"
      $0.devices[.camera]?.error = HardwareError(.camera, "opening it", code: EACCES)
    }
    #expect(camera?.fix == "`sudo usermod -aG video ada`, and log in again")
  }

  @Test func tellsOfADisplayThatRefusesToBeRead() throws {
    let display = HT16K33(bus: WriteOnlyBus(), shape: .fourDigits)
    var board = try BoardChoice.board("mock", time: ManualTime(morning))
    board.fit(.display, display)
    #expect(board.note(of: .display) == nil)
    for text in ["07:30", "07:31"] { try display.show(DisplayFace(text: text, brightness: 8)) }
    let found = Self.findings { $0.devices[.display]?.note = board.note(of: .display) }.first { $0.check == "display" }
    #expect(found?.level == .ok && found?.what.contains("cannot be read back") == true, "\(String(describing: found))")
  }

  @Test func aSoundThatIsGoneOrRefusedIsToldOfWithWhoUsesItAndTheFix() throws {
    let users = ["the alarm Work (k3f9xa)", "the preset eggs"]
    let why = SoundProblem.refused(.inaudible).why
    let found = Self.complaints {
      $0.missingSounds = [nil, why].map {
        MissingSoundView(sound: "whales", usedBy: users, playsInstead: "tone", why: $0)
      }
    }
    #expect(found.map(\.check) == ["sound", "sound"] && found.map(\.level) == [.warning, .warning])
    #expect(
      found.map(\.what)
        == ["is gone", "cannot be played"].map {
          "the sound whales \($0), which the alarm Work (k3f9xa) and the preset eggs asked for"
        })
    #expect(found.map(\.why) == ["tone plays instead", "\(why); tone plays instead"])
    #expect(found.first?.fix?.contains("rouse sound add FILE") == true)
    #expect(found.last?.fix == "choose another where it is used: rouse sound list")
  }

  @Test func aHealthyClockIsToldSoOfEveryPart() {
    let findings = Self.findings { _ in }
    #expect(findings.allSatisfy { $0.level == .ok && $0.why == nil && $0.fix == nil })
    let parts = ["board", "groups", "mixer", "cards", "clock", "priority", "watchdog", "kernel", "space", "state"]
    #expect(Set(findings.map(\.check)).isSuperset(of: DeviceRole.allCases.map(\.rawValue) + parts))
  }

  /// The monitor takes priority because it knows the previous heat level; a single look does not.
  @Test func theProcessorsHeatIsFoundWhereSomebodyMeasuresIt() {
    var symptoms = Self.healthy
    func finding() -> FindingView? { Diagnosis.findings(symptoms).first { $0.check == "processor" } }
    #expect(finding() == nil)
    var machine = MachineLook()
    for (degrees, level, what) in [
      (48.25, .ok, "48.3 °C"), (79.9, .ok, "79.9 °C"), (80, .warning, "the processor is hot: 80 °C"),
      (85, .warning, "the processor is too hot: 85 °C"),
    ] as [(Double, FindingView.Level, String)] {
      machine.temperature = degrees
      symptoms.machine = machine
      #expect(finding()?.level == level && finding()?.what == what)
    }
    symptoms.processor = SensorReadings.Processor(temperature: 78, heat: .hot, since: nil)
    #expect(finding()?.what == "the processor is hot: 78 °C")
    #expect(finding()?.fix?.contains("a heat sink or a fan") == true)
  }

  /// The monitor's continuous watch takes priority over a look taken some time ago.
  @Test func theMonitorsWordOnTheSupplyGoesBeforeALook() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (nil, true, true), (nil, false, false), (false, true, false), (true, false, true),
      (true, nil, true),
    ] as [(Bool?, Bool?, Bool?)] {
      var machine = MachineLook()
      machine.isUndervolted = looked
      let power = monitored.map { SensorReadings.Power(isLow: $0, since: nil) }
      #expect(Symptoms.supply(power, machine, isMonitorLost: false)?.isLow == isLow)
      var symptoms = Self.healthy
      (symptoms.machine, symptoms.power) = (machine, power)
      let level = Diagnosis.findings(symptoms).first { $0.check == "power" }?.level
      #expect(level == (isLow == true ? .warning : .ok))
    }
  }

  /// `rouse status` once showed `power FAILED` and, two lines below, `power: ok`.
  @Test func aMonitorThatIsLostIsNotSaidToFindAllWell() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (false, nil, nil), (nil, false, nil), (false, false, nil), (true, nil, nil), (nil, true, true),
    ] as [(Bool?, Bool?, Bool?)] {
      var symptoms = Self.healthy
      symptoms.power = monitored.map { SensorReadings.Power(isLow: $0, since: nil) }
      symptoms.machine = MachineLook()
      symptoms.machine?.isUndervolted = looked
      symptoms.devices[.power]?.error = HardwareError(.power, "looking at the voltage", code: EIO)
      #expect(symptoms.supply?.isLow == isLow, "\(monitored as Any), \(looked as Any)")
      let findings = Diagnosis.findings(symptoms).filter { $0.check == "power" }
      #expect(findings.map(\.level) == [.warning] && findings[0].what.contains("EIO"))
    }
    // Without a monitor in the board file, a look decides.
    var bare = Self.healthy
    (bare.devices[.power], bare.machine) = (Symptoms.Device(isFitted: false), MachineLook())
    bare.machine?.isUndervolted = false
    #expect(bare.supply?.isLow == false)
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
    .warning("power", "under-voltage", fix: "use a supply of good make, and") {
      $0.power = SensorReadings.Power(isLow: true, since: nil)
    },
    failing(.camera, ENODEV, fix: "plug in a USB camera"), failing(.camera, ENODEV, fix: "lsusb"),
    failing(.vibration, EINVAL, fix: "/sys/class/pwm"),
    .warning("board", "mock", fix: "/etc/rouse/board.json5") { $0.isMock = true },
    .warning("board", "share PWM", fix: "rewire") { $0.boardWarnings = ["share PWM 1"] },
    .problem(
      "board", "line 17 (GPIO17) of chip has two devices: button and buzzer",
      fix: "wire one of them to another line, write that into /etc/rouse/board.json5"
    ) { $0.sharedLines = [SharedLine(roles: [.buzzer, .button], place: "line 17 (GPIO17) of chip")] },
    .warning("vibration", "software", fix: "hardware PWM") { $0.devices[.vibration]?.degradation = "software PWM" },
    .problem("groups", "gpio, video", fix: "usermod -aG gpio,video rouse") { $0.missingGroups = ["gpio", "video"] },
    .problem("camera", "not fitted", fix: "v4l2") { $0.devices[.camera]?.isFitted = false },
    .warning("mixer", "29 %", fix: "amixer -c Device sset 'PCM' 80%") { $0.mixer?.percent = 29 },
    // Only a warning, because alarms unmute the mixer.
    .warning("mixer", "muted", fix: "unmute") { $0.mixer?.isMuted = true },
    .warning("cards", "no card", fix: "rouse setup") { $0.cardCount = 0 },
    .warning("card", "bath lies before", fix: "take it back to its place") {
      ($0.lyingCards, $0.otherCards) = (["bath"], ["door"])
    },
    .problem("card", "bath and door lie before", fix: "take them back") { $0.lyingCards = ["bath", "door"] },
    .warning("cards", "one card", fix: "rouse setup") { $0.cardCount = 1 },
    .problem("clock", "not trusted", fix: "timedatectl set-ntp") { $0.isClockTrusted = false },
    .warning("next", "no alarm rings", fix: "first: rouse alarm add 07:30") { $0.next = .nothing },
    .problem("next", "no card ends it", fix: "rouse alarm edit k3f9xa --card all") {
      $0.next = .ring(Symptoms.Next.Ring(name: "Work (k3f9xa)", alarmID: "k3f9xa", due: "2026-11-22 08:30", cards: []))
    },
    .problem("store", "a page is damaged", fix: "rouse restore FILE") { $0.store = .flawed("a page is damaged") },
    .warning("store", "kept", fix: "rouse acknowledge") { $0.store = .replaced("kept") },
    .problem("zone", "'Nonsense', which TZ asks for,", fix: "systemctl edit rouse") {
      $0.zoneTrouble = ZoneInForce.named("Nonsense").trouble
    },
    .warning("zone", "alarms ring by Etc/UTC", fix: "sudo timedatectl set-timezone Europe/Berlin") {
      $0.zone = "Etc/UTC"
    },
    .warning("priority", "refused", fix: "systemctl enable --now rouse") {
      $0.service?.degradation = "SCHED_FIFO was refused"
    },
    .warning("watchdog", "does not watch", fix: "WatchdogSec") { $0.service?.watchdogInterval = nil },
    .warning("watchdog", "did not start", fix: "systemctl enable --now rouse") {
      $0.service = Symptoms.Service(isUnderSystemd: false, watchdogInterval: nil, degradation: nil)
    },
    .warning("files", "only 64 files", fix: "ulimit -n 1024") {
      $0.service?.tooFewFiles = DescriptorShare(limit: 64).problem
    },
    .warning("kernel", "not used", fix: "RuntimeWatchdogSec") { $0.machine?.hardwareWatchdog = .idle },
    .warning("kernel", "no hardware watchdog", fix: "dtparam=watchdog=on") { $0.machine?.hardwareWatchdog = .missing },
    .warning("space", "63 MB", fix: "journalctl") { $0.folder?.freeBytes = 63 << 20 },
    .problem("space", "3 MB", fix: "du -xh") { $0.folder?.freeBytes = 3 << 20 },
    .problem("state", "tmpfs", fix: "--state") { $0.folder?.fileSystem = "tmpfs" },
    .problem("state", "overlay", fix: "disable_overlayfs") { $0.folder?.fileSystem = "overlay" },
    .problem("state", "read-only", fix: "remount") { $0.folder?.error = "it is read-only" },
  ]

  @Test(arguments: complaints.map { ($0, false) } + PiDiagnosisTests.complaints.map { ($0, true) })
  func eachThingThatIsWrongIsNamedAloneWithItsRemedy(complaint: Complaint, onAPi: Bool) throws {
    var symptoms = onAPi ? PiDiagnosisTests.healthy : Self.healthy
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
    let findings = Self.findings {
      $0.devices = [.buzzer: Symptoms.Device(isFitted: true), .camera: Symptoms.Device(isFitted: true)]
      ($0.mixer, $0.brightness) = (nil, nil)
    }
    #expect(findings.allSatisfy { $0.level == .ok } && findings.contains(.ok("lamp", "not fitted")))
  }

  @Test(arguments: [
    ("/var/lib/rouse", "ext4"), ("/run/rouse", "tmpfs"), ("/running", "ext4"), ("/mnt/my disk/x", "vfat"),
    ("/boot", "vfat"), ("/", "ext4"),
  ])
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
