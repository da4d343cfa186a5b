import Control
import Faces
import Glibc
import Hardware
import ScanLine
import Storage
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

struct Complaint: Sendable, CustomTestStringConvertible {
  var check: Fact.Check
  var level: FindingView.Level
  /// A part of the fact's text.
  var says: String
  /// A part of the command that fixes it.
  var fix: String
  /// The facts of one area.
  var facts: Facts

  var testDescription: String { "\(check): \(says)" }

  typealias Facts = @Sendable () throws -> [Fact?]

  static func problem(_ check: Fact.Check, _ says: String, fix: String, _ facts: @escaping Facts) -> Complaint {
    Complaint(check: check, level: .problem, says: says, fix: fix, facts: facts)
  }

  static func warning(_ check: Fact.Check, _ says: String, fix: String, _ facts: @escaping Facts) -> Complaint {
    Complaint(check: check, level: .warning, says: says, fix: fix, facts: facts)
  }
}

/// A bus whose chip accepts writes but cannot be read.
private struct WriteOnlyBus: I2CBus {
  func write(_ command: UInt8, _ bytes: [UInt8], to address: UInt8) throws(HardwareError) {}
  func read(_ command: UInt8, count: Int, from address: UInt8) throws(HardwareError) -> [UInt8] {
    throw HardwareError(.display, "reading", code: EREMOTEIO)
  }
}

@Suite struct FactTests {
  static let healthy = DeviceFacts(
    devices: Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0, DeviceFacts.State()) }),
    boardFile: "/etc/rouse/board.json5",
    checkup: Checkup(
      moment: morning,
      system: SystemLook(
        user: "rouse", missingGroups: [],
        mixer: .success(MixerLevel(card: "Device", element: "PCM", percent: 100, isMuted: false)),
        machine: MachineLook(hardwareWatchdog: .active), sharedLines: [], freeBytes: 1 << 30, fileSystem: "ext4"),
      trial: DeviceTrial(seen: DeviceTrial.Seen(brightness: 90))))
  static let trusted = ClockTrust(isTrusted: true, why: "synchronized")

  static func board(
    sharing: [SharedLine] = [], machine: MachineLook = MachineLook(), _ change: (inout Board) -> Void = { _ in }
  ) throws -> [Fact] {
    var board = try BoardChoice.board("mock", time: ManualTime(morning))
    (board.name, board.file, board.isMock) = ("bench", "/etc/rouse/board.json5", false)
    change(&board)
    var system = healthy.checkup.system
    system?.sharedLines = sharing
    system?.machine = machine
    return boardFacts(board, system)
  }

  static func devices(_ change: (inout DeviceFacts) -> Void) -> [Fact] {
    var devices = healthy
    change(&devices)
    return devices.all
  }

  private static func folder(_ change: (inout SystemLook?) -> Void = { _ in }) -> [Fact] {
    var system = healthy.checkup.system
    change(&system)
    return folderFacts("/var/lib/rouse", nil, system, isSeen: true)
  }

  private static func service(
    isUnderSystemd: Bool = true, watchdog: Duration? = .seconds(10), late: String? = nil, tooFewFiles: String? = nil
  ) -> [Fact] {
    serviceFacts(isUnderSystemd: isUnderSystemd, watchdogInterval: watchdog, late: late, tooFewFiles: tooFewFiles)
  }

  private static func mixer(percent: Int, isMuted: Bool = false) -> [Fact] {
    let level = MixerLevel(card: "Device", element: "PCM", percent: percent, isMuted: isMuted)
    return devices { $0.checkup.system?.mixer = .success(level) }
  }

  private static func kernel(_ watchdog: MachineLook.HardwareWatchdog) -> [Fact] {
    machineFacts(MachineLook(hardwareWatchdog: watchdog), processor: nil, isBoardDisturbed: false)
  }

  private static func next(_ ring: AlarmBook.NextRing?, cards: [String] = [], hasCards: Bool = true) -> [Fact] {
    [nextFact(ring, cards: cards, hasCards: hasCards, in: .utc, .hours24)]
  }

  private static func low(_ names: [String], isFelt: Bool) -> [(name: String, low: LowVolume)] {
    names.compactMap { name in LowVolume(volume: 20, isFelt: isFelt).map { (name, $0) } }
  }

  @Test func alarmsThatNobodyMayHearAreNamedAndTheNextOneIsAProblemUnlessItIsFelt() {
    func volumes(_ names: [String], isFelt: Bool, next: Alarm? = nil) -> [Fact] {
      volumeFacts(Self.low(names, isFelt: isFelt), next: next, hasBuzzer: true)
    }
    let found = volumes(["Work (k3f9xa)", "m2n8qr"], isFelt: false)
    #expect(found.map(\.check) == [.volume] && found.map(\.level) == [.warning])
    #expect(found.first?.what == "below 30 %, with nothing felt beside it: Work (k3f9xa), m2n8qr")
    #expect(found.first?.fix?.contains("rouse alarm edit NAME --volume 60") ?? false)
    let many = volumes((1...12).map { "alarm \($0)" }, isFelt: false)
    #expect(many.contains { $0.what.hasSuffix("alarm 10 and 2 more") })
    let felt = volumes(["Work (k3f9xa)"], isFelt: true, next: Self.work.alarm)
    #expect(felt.map(\.level) == [.warning] && felt.first?.what == "below 30 %: Work (k3f9xa)")
    let verdict = Verdict(known: felt, hasNext: true, hasCards: true).view(at: morning, in: .utc)
    #expect(verdict.lowVolume == felt.map(FindingView.init))
    let next = volumes(["Nap (m2n8qr)", "Work (k3f9xa)"], isFelt: false, next: Self.work.alarm)
    #expect(next.map(\.check) == [.volume, .volume] && next.map(\.level) == [.problem, .warning])
    #expect(next.first?.fix == "raise it: rouse alarm edit k3f9xa --volume 60")
    #expect(next.last?.what.hasSuffix(": Nap (m2n8qr)") ?? false)
  }

  @Test func suggestsANewBatteryForAClockThatRestsOnOne() {
    let trust = ClockTrust(isTrusted: false, why: "it was set back", restsOnBattery: true)
    let fact = clockFact(trust, MachineLook(), isMock: false)
    #expect(fact.level == .problem && fact.fix?.contains("sudo timedatectl set-time '") == true, "\(fact)")
  }

  static let work: AlarmBook.NextRing = {
    let due = morning + .seconds(91_800)
    return AlarmBook.NextRing(
      alarm: Alarm(id: "k3f9xa", label: "Work", recurrence: .instant(due)),
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none))
  }()

  private static let webcam = OpenedReport(
    camera: "Webcam at /dev/video0", format: "YUYV 640x480, 15 frames a second",
    milliseconds: ["find": 10.25, "first frame": 200.5], unconfined: ["landlock"])

  private static let privileges = "no new privileges: EPERM, so nothing else either"

  static let wells: [(check: Fact.Check, what: String, facts: Complaint.Facts)] = [
    (
      .next, "Work (k3f9xa) rings 2026-11-22 08:30, and ends with bath or door",
      { next(work, cards: ["bath", "door"]) }
    ),
    (.store, "what is stored is sound", { [storeFact(nil, replacement: nil)] }),
    (.light, "3 lux", { devices { $0.readings.illuminance = 3 } }),
    (.room, "21.5 °C, humidity 40 %", { devices { $0.readings = Readings(temperature: 21.5, humidity: 40) } }),
    (.power, "the supply holds at this moment", { supply(false, nil).facts }),
    (
      .camera,
      "Webcam at /dev/video0: YUYV 640x480, 15 frames a second; a frame arrived after 211 ms, its mean brightness is "
        + "90 of 255",
      { devices { $0.checkup.trial?.seen?.camera = webcam } }
    ),
    (
      .confinement, "the process that decodes pictures is confined: files (Landlock), system calls (seccomp)",
      { devices { $0.checkup.trial?.seen?.camera = OpenedReport(unconfined: []) } }
    ),
    // The kernel of Raspberry Pi OS lacks Landlock.
    (
      .confinement,
      "the process that decodes pictures is confined: system calls (seccomp); this kernel lacks: files (Landlock): "
        + "ENOSYS; for those, only the service's user and unit limit it",
      { devices { $0.checkup.trial?.seen?.camera = OpenedReport(unconfined: ["files (Landlock): ENOSYS"]) } }
    ),
    (
      .confinement,
      "the process that decodes pictures is not confined; this kernel lacks: no new privileges: EPERM, so nothing else "
        + "either; for those, only the service's user and unit limit it",
      { devices { $0.checkup.trial?.seen?.camera = OpenedReport(unconfined: [privileges]) } }
    ),
  ]

  @Test(arguments: wells)
  func whatIsWellIsTold(check: Fact.Check, what: String, facts: Complaint.Facts) throws {
    #expect(try facts().compactMap(\.self).filter { $0.check == check } == [.ok(check, what)])
  }

  @Test func withoutACardNothingRings() {
    #expect(Self.next(nil, hasCards: false)[0].fix?.contains("rouse setup") ?? false)
  }

  @Test func aMockBoardsClockIsOnlyWarnedOf() {
    #expect(clockFact(ClockTrust(isTrusted: false, why: "w"), MachineLook(), isMock: true).level == .warning)
  }

  @Test func tellsOfADisplayThatRefusesToBeRead() throws {
    let display = HT16K33(bus: WriteOnlyBus(), shape: .fourDigits)
    var board = try BoardChoice.board("mock", time: ManualTime(morning))
    board.fit(.display, display)
    #expect(board.note(of: .display) == nil)
    for text in ["07:30", "07:31"] { try display.show(DisplayFace(text: text, brightness: 8)) }
    let found = Self.devices { $0.devices[.display]?.note = board.note(of: .display) }.first { $0.check == .display }
    #expect(found?.level == .ok && found?.what.contains("cannot be read back") == true, "\(String(describing: found))")
  }

  @Test func aSoundThatIsGoneOrRefusedIsToldOfWithWhoUsesItAndTheFix() throws {
    let users = ["the alarm Work (k3f9xa)", "the preset eggs"]
    let why = SoundProblem.refused(.inaudible).why
    let found = [nil, why].map {
      missingSoundFact(MissingSoundView(sound: "whales", usedBy: users, playsInstead: "tone", why: $0))
    }
    #expect(found.map(\.check) == [.sound, .sound] && found.map(\.level) == [.warning, .warning])
    #expect(
      found.map(\.what)
        == ["is gone", "cannot be played"].map {
          "the sound whales \($0), which the alarm Work (k3f9xa) and the preset eggs asked for"
        })
    #expect(found.map(\.why) == ["tone plays instead", "\(why); tone plays instead"])
    #expect(found.first?.fix?.contains("rouse sound add FILE") == true)
    #expect(found.last?.fix == "choose another where it is used: rouse sound list")
  }

  @Test func aHealthyClockIsToldSoOfEveryPartInOneOrder() throws {
    let areas = [
      Self.service(), Self.folder(), [cardsFact(count: 2), zoneFact(.named("Europe/Berlin"))], Self.kernel(.active),
      [clockFact(Self.trusted, MachineLook(), isMock: false)], Self.devices { _ in }, try Self.board(),
    ]
    let facts = areas.flatMap(\.self).inOrder
    #expect(facts.allSatisfy { $0.level == .ok && $0.why == nil && $0.fix == nil })
    #expect(
      facts.map(\.check.rawValue) == ["board"] + DeviceRole.allCases.map(\.rawValue) + [
        "groups", "mixer", "cards", "clock", "zone", "priority", "watchdog", "kernel", "space", "state",
      ])
  }

  /// The monitor takes priority because it knows the previous heat level; a single look does not.
  @Test func theProcessorsHeatIsFoundWhereSomebodyMeasuresIt() {
    var machine = MachineLook()
    var monitored: SensorReadings.Processor?
    func fact() -> Fact? {
      machineFacts(machine, processor: monitored, isBoardDisturbed: false).first { $0.check == .processor }
    }
    #expect(fact() == nil)
    for (degrees, level, what) in [
      (48.25, .ok, "48.3 °C"), (79.9, .ok, "79.9 °C"), (80, .warning, "the processor is hot: 80 °C"),
      (85, .warning, "the processor is too hot: 85 °C"),
    ] as [(Double, FindingView.Level, String)] {
      machine.temperature = degrees
      #expect(fact()?.level == level && fact()?.what == what)
    }
    monitored = SensorReadings.Processor(temperature: 78, heat: .hot, since: nil)
    #expect(fact()?.what == "the processor is hot: 78 °C")
    #expect(fact()?.fix?.contains("a heat sink or a fan") == true)
  }

  /// The monitor's continuous watch takes priority over a look taken some time ago.
  @Test func theMonitorsWordOnTheSupplyGoesBeforeALook() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (nil, true, true), (nil, false, false), (false, true, false), (true, false, true),
      (true, nil, true),
    ] as [(Bool?, Bool?, Bool?)] {
      let supply = Self.supply(monitored, looked)
      #expect(supply.isLow == isLow && supply.facts.map(\.level) == [isLow == true ? .warning : .ok])
    }
  }

  private static func supply(
    _ monitored: Bool?, _ looked: Bool?, failing error: HardwareError? = nil
  ) -> (isLow: Bool?, facts: [Fact]) {
    let machine = MachineLook(isUndervolted: looked)
    let power = monitored.map { SensorReadings.Power(isLow: $0, since: nil) }
    let facts = devices {
      $0.checkup.system?.machine = machine
      $0.power = power
      $0.devices[.power]?.error = error
    }
    return (machine.supply(power, isMonitorLost: error != nil)?.isLow, facts.filter { $0.check == .power })
  }

  /// `rouse status` once showed `power FAILED` and, two lines below, `power: ok`.
  @Test func aMonitorThatIsLostIsNotSaidToFindAllWell() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (false, nil, nil), (nil, false, nil), (false, false, nil), (true, nil, nil), (nil, true, true),
    ] as [(Bool?, Bool?, Bool?)] {
      let error = HardwareError(.power, "looking at the voltage", code: EIO)
      let (supplied, facts) = Self.supply(monitored, looked, failing: error)
      #expect(supplied == isLow, "\(monitored as Any), \(looked as Any)")
      #expect(facts.map(\.level) == [.warning] && facts[0].what.contains("EIO"))
    }
    // Without a monitor in the board file, a look decides.
    let bare = Self.devices {
      $0.devices[.power] = nil
      $0.checkup.system?.machine.isUndervolted = false
    }
    #expect(bare.contains(.ok(.power, "the supply holds at this moment")))
  }

  private static func failing(_ role: DeviceRole, _ code: Int32, fix: String) -> Complaint {
    // An alarm rings even without a display or sensors.
    Complaint(
      check: Fact.Check(role), level: role == .display || role.isSensor ? .warning : .problem, says: Errno.name(code),
      fix: fix
    ) { devices { $0.devices[role]?.error = HardwareError(role, "opening it", code: code) } }
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
    .warning(.power, "under-voltage", fix: "use a supply of good make, and") { supply(true, nil).facts },
    failing(.camera, ENODEV, fix: "plug in a USB camera"), failing(.camera, ENODEV, fix: "lsusb"),
    failing(.vibration, EINVAL, fix: "/sys/class/pwm"),
    .warning(.board, "mock", fix: "/etc/rouse/board.json5") { try board { $0.isMock = true } },
    .warning(.board, "share PWM", fix: "rewire") { try board { $0.warnings = ["share PWM 1"] } },
    .problem(
      .board, "line 17 (GPIO17) of chip has two devices: button and buzzer",
      fix: "wire one of them to another line, write that into /etc/rouse/board.json5"
    ) { try board(sharing: [SharedLine(roles: [.buzzer, .button], place: "line 17 (GPIO17) of chip")]) },
    .warning(.vibration, "software", fix: "hardware PWM") {
      devices { $0.devices[.vibration]?.degradation = "software PWM" }
    },
    .problem(.groups, "gpio, video", fix: "usermod -aG gpio,video rouse") {
      devices { $0.checkup.system?.missingGroups = ["gpio", "video"] }
    },
    .problem(.camera, "not fitted", fix: "v4l2") { devices { $0.devices[.camera] = nil } },
    .warning(.mixer, "29 %", fix: "amixer -c Device sset 'PCM' 80%") { mixer(percent: 29) },
    // Only a warning, because alarms unmute the mixer.
    .warning(.mixer, "muted", fix: "unmute") { mixer(percent: 100, isMuted: true) },
    .warning(.cards, "no card", fix: "rouse setup") { [cardsFact(count: 0)] },
    .warning(.card, "bath lies before", fix: "take it back to its place") {
      [lyingCardsFact(["bath"], others: ["door"])]
    },
    .problem(.card, "bath and door lie before", fix: "take them back") {
      [lyingCardsFact(["bath", "door"], others: [])]
    },
    .warning(.cards, "one card", fix: "rouse setup") { [cardsFact(count: 1)] },
    .problem(.clock, "not trusted", fix: "timedatectl set-ntp") {
      [clockFact(ClockTrust(isTrusted: false, why: "w"), MachineLook(), isMock: false)]
    },
    .warning(.next, "no alarm rings", fix: "first: rouse alarm add 07:30") { next(nil) },
    .problem(.next, "no card ends it", fix: "rouse alarm edit k3f9xa --card all") { next(work) },
    .problem(.store, "a page is damaged", fix: "rouse restore FILE") {
      [storeFact(StorageError(.corrupt, "reading", "a page is damaged"), replacement: nil)]
    },
    .warning(.store, "kept", fix: "rouse acknowledge") { [storeFact(nil, replacement: "kept")] },
    .problem(.zone, "'Nonsense' in TZ", fix: "systemctl edit rouse") { [zoneFact(.named("Nonsense"))] },
    .warning(.zone, "alarms ring by Etc/UTC", fix: "sudo timedatectl set-timezone Europe/Berlin") {
      [zoneFact(.named("Etc/UTC"))]
    },
    .warning(.priority, "refused", fix: "systemctl enable --now rouse") { service(late: "SCHED_FIFO was refused") },
    .warning(.watchdog, "does not watch", fix: "WatchdogSec") { service(watchdog: nil) },
    .warning(.watchdog, "did not start", fix: "systemctl enable --now rouse") {
      service(isUnderSystemd: false, watchdog: nil)
    },
    .warning(.files, "only 64 files", fix: "ulimit -n 1024") {
      service(tooFewFiles: DescriptorShare(limit: 64).problem)
    },
    .warning(.kernel, "not used", fix: "RuntimeWatchdogSec") { kernel(.idle) },
    .warning(.kernel, "no hardware watchdog", fix: "dtparam=watchdog=on") { kernel(.missing) },
    .warning(.space, "63 MB", fix: "journalctl") { folder { $0?.freeBytes = 63 << 20 } },
    .problem(.space, "3 MB", fix: "du -xh") { folder { $0?.freeBytes = 3 << 20 } },
    .problem(.state, "tmpfs", fix: "--state") { folder { $0?.fileSystem = "tmpfs" } },
    .problem(.state, "overlay", fix: "disable_overlayfs") { folder { $0?.fileSystem = "overlay" } },
    .problem(.state, "read-only", fix: "remount") { folder { $0?.isReadOnly = true } },
  ]

  @Test(arguments: complaints + PiFactTests.complaints)
  func eachThingThatIsWrongIsNamedAloneWithItsRemedy(complaint: Complaint) throws {
    let facts = try complaint.facts().compactMap(\.self).filter { $0.level != .ok }
    try #require(facts.count == 1, "\(facts)")
    #expect(facts[0].check == complaint.check)
    #expect(facts[0].level == complaint.level)
    #expect(facts[0].what.contains(complaint.says), "\(facts[0].what)")
    #expect(facts[0].fix?.contains(complaint.fix) == true, "\(facts[0].fix ?? "")")
    #expect(facts[0].why?.isEmpty == false)
  }

  @Test func whatIsNotFittedIsNoComplaint() {
    let facts = Self.devices {
      $0.devices = [.buzzer: DeviceFacts.State(), .camera: DeviceFacts.State()]
      $0.checkup.system?.mixer = .success(nil)
      $0.checkup.trial?.seen = nil
    }
    #expect(facts.allSatisfy { $0.level == .ok } && facts.contains(.ok(.lamp, "not fitted")))
  }

  @Test func aUserOtherThanTheServiceIsToldToJoinTheGroup() {
    let facts = Self.devices {
      $0.checkup.system?.user = "ada"
      $0.devices[.camera]?.error = HardwareError(.camera, "opening it", code: EACCES)
    }
    #expect(facts.first { $0.check == .camera }?.fix == "`sudo usermod -aG video ada`, and log in again")
  }
}
