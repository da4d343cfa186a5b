import Glibc
import Storage
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// A damaged `/etc/localtime`, and the stored rules that stand in for it.
@Suite struct SystemZoneTests {
  static let berlin = "/usr/share/zoneinfo/Europe/Berlin"

  typealias Make = @Sendable (_ path: String) throws -> Void

  static let garbage: KeyValuePairs<String, Make> = [
    "nothing": { _ in },
    "an empty file": { try Files.write("", to: $0) },
    "text": { try Files.write("Europe/Berlin\n", to: $0) },
    "half a zone": { try Files.write(Files.bytes(berlin).dropLast(Files.bytes(berlin).count / 2), to: $0) },
    "a zone without its last byte": { try Files.write(Files.bytes(berlin).dropLast(), to: $0) },
    "a file that is too large": { try Files.write([UInt8](repeating: 84, count: 1 << 19), to: $0) },
    "a folder": { mkdir($0, 0o700) },
    "a link to nothing": { symlink("/usr/share/zoneinfo/Nowhere/Land", $0) },
    "a link to itself": { symlink($0, $0) },
    "a link to a folder": { symlink("/usr/share/zoneinfo", $0) },
    "a FIFO that nobody writes": { mkfifo($0, 0o600) },
    "a device without an end": { symlink("/dev/zero", $0) },
    "a device without a beginning": { symlink("/dev/tty", $0) },
  ]

  private static func kept(_ name: String) -> KeptZone.Found { .kept(ZoneInForce.named(name).kept) }

  @Test(arguments: garbage.map { Named(testDescription: $0, value: $1) })
  func garbageLeavesTheRulesOfBeforeOrAGuessThatIsToldAndUsesUpNothing(garbage: Named<Make>) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/localtime"
    try garbage.value(path)
    let system = SystemZone(localtime: path, variable: "")
    let reading = ManualTime(morning).reading
    let zone = ZoneInForce(of: system, kept: Self.kept("Europe/Berlin"), at: reading)
    #expect(zone.rules.name == "Europe/Berlin")
    #expect(zone.rules.offset(at: morning) == 3600)
    #expect(zone.left(at: reading, isTrusted: true) == .zero)
    let trouble = try #require(zone.trouble)
    #expect(trouble.what.contains(path))
    #expect(trouble.why.contains("Europe/Berlin"))
    let fix = garbage.testDescription == "a folder" ? "sudo rm -r " : "sudo timedatectl set-timezone Europe/Berlin"
    #expect(trouble.fix.contains(fix), "\(trouble.fix)")
    // The same applies while the daemon runs, until the zone can be read again.
    var running = ZoneInForce.named("Asia/Kolkata")
    running.use(system.read(after: running.knownName), at: reading)
    #expect(running.rules.name == "Asia/Kolkata" && running.trouble != nil)
    running.use(SystemZone(variable: "Asia/Kolkata").read(after: nil), at: reading)
    #expect(running.rules.name == "Asia/Kolkata" && running.trouble == nil)
    #expect(running.left(at: reading, isTrusted: true) == .zero)
    let guess = ZoneInForce(of: system, kept: .none, at: reading)
    #expect(guess.isGuess && guess.rules == .utc)
    #expect(guess.left(at: reading, isTrusted: true) == ZoneInForce.settlingTime)
    let doubt = try #require(guess.trouble)
    #expect(doubt.why.contains("hours off"))
    #expect(doubt.fix.contains("sudo timedatectl set-timezone Europe/Berlin (or where you are"))
    // The guess is stored as such, so the zone read at the next start counts as new.
    try guess.kept.write(to: folder.path)
    let next = ZoneInForce.named("UTC", kept: KeptZone.find(in: folder.path), at: reading)
    #expect(!next.isGuess && next.trouble == nil)
    #expect(next.left(at: reading, isTrusted: true) == ZoneInForce.settlingTime)
  }

  @Test(arguments: ["NONSENSE", ":NONSENSE", "Europe", "../../../etc/passwd", "/dev/zero", "/etc/passwd", "Europe/"])
  func nonsenseInTZIsToldWithTheWayToTakeItAway(value: String) throws {
    let reading = ManualTime(morning).reading
    let zone = ZoneInForce.named(value, kept: Self.kept("Asia/Kolkata"), at: reading)
    #expect(zone.rules.name == "Asia/Kolkata")
    let trouble = try #require(zone.trouble)
    #expect(trouble.what.contains("TZ") && trouble.fix.contains("sudo systemctl restart rouse"))
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC"), (berlin, "Europe/Berlin"),
  ])
  func aZoneInTZIsFollowed(value: String, name: String) throws {
    let zone = ZoneInForce.named(value)
    #expect(zone.trouble == nil && !zone.isGuess)
    #expect(zone.rules.offset(at: morning) == (name == "UTC" ? 0 : 3600))
  }

  private func isDamaged(_ found: KeptZone.Found) -> Bool { if case .damaged = found { true } else { false } }

  @Test func whatIsKeptComesBackAndNoPartOfItPassesForTheWhole() throws {
    let folder = try TemporaryFolder()
    #expect(KeptZone.find(in: folder.path) == .none)
    // Alarms exist, so there was a zone, and it was lost.
    #expect(isDamaged(KeptZone.find(in: folder.path, isNew: false)), "a lost zone is taken for the first one")
    let reading = ManualTime(morning).reading
    for zone in [
      ZoneInForce.named("Europe/Berlin"), .named("Europe/Berlin", kept: Self.kept("Asia/Kolkata"), at: reading),
    ] {
      let kept = zone.kept
      try kept.write(to: folder.path)
      #expect(KeptZone.find(in: folder.path) == .kept(kept))
      let whole = try Descriptor.contents(of: KeptZone.path(in: folder.path))
      for count in 0..<whole.count {
        try DurableFile.replace(KeptZone.path(in: folder.path), by: Array(whole.prefix(count)))
        try #require(isDamaged(KeptZone.find(in: folder.path)), "\(count) of \(whole.count) bytes are taken for a zone")
      }
      // If the stored zone is damaged, the current one counts as new.
      let next = ZoneInForce.named("Europe/Berlin", kept: KeptZone.find(in: folder.path), at: reading)
      #expect(next.left(at: reading, isTrusted: true) == ZoneInForce.settlingTime)
    }
  }

  @Test func aNewZoneSettlesByTheClockThatNeverSteps() throws {
    let time = ManualTime(morning)
    var zone = ZoneInForce.named("Asia/Kolkata")
    zone.use(SystemZone(variable: "Europe/Berlin").read(after: nil), at: time.reading)
    time.step(by: .seconds(30 * 86_400))
    #expect(zone.left(at: time.reading, isTrusted: true) == .seconds(86_400))
    time.advance(by: .seconds(3600))
    #expect(zone.left(at: time.reading, isTrusted: false) == .seconds(82_800))
    // The end was expressed in an untrusted time of day, so it settles for another day.
    time.cutPower(for: .seconds(60))
    #expect(zone.left(at: time.reading, isTrusted: true) == .seconds(86_400))
  }

  @Test func afterAPowerCutItSettlesByATrustedTimeOfDay() throws {
    let time = ManualTime(morning)
    var zone = ZoneInForce.named("Asia/Kolkata")
    zone.use(SystemZone(variable: "Europe/Berlin").read(after: nil), at: time.reading)
    zone.clockChanged(at: time.reading, isTrusted: true)
    time.cutPower(for: .seconds(3600))
    #expect(zone.left(at: time.reading, isTrusted: true) == .seconds(82_800))
    #expect(zone.left(at: time.reading, isTrusted: false) == .seconds(86_400))
    time.step(by: .seconds(-40 * 86_400))
    #expect(zone.left(at: time.reading, isTrusted: true) == .seconds(86_400))
    time.advance(by: .seconds(86_400))
    #expect(zone.left(at: time.reading, isTrusted: false) == .zero)
  }

  @Test func theZoneIsFollowedWhileItRuns() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/localtime"
    func link(to target: String) {
      symlink(target, path + ".new")
      rename(path + ".new", path)
    }
    link(to: Self.berlin)
    let system = SystemZone(localtime: path, variable: "")
    let time = ManualTime(morning)
    let scheduler = try Scheduler(
      zone: ZoneInForce(of: system, kept: .none, at: time.reading), system: system, time: time)
    let rig = try RingRig()
    let watch = ZoneWatch(system)
    /// Returns the zones reported by one round, which does not sleep.
    func changes() -> [ZoneInForce] {
      scheduler.prod()
      return scheduler.round(rig.ringer, rig.outcomes, after: [], watch).compactMap { change in
        if case .zone(let zone, _) = change { zone } else { nil }
      }
    }
    #expect(changes().isEmpty)
    link(to: "/usr/share/zoneinfo/Asia/Kolkata")
    #expect(changes().map(\.rules.name) == ["Asia/Kolkata"])
    link(to: "/nowhere")
    let failed = changes()
    #expect(failed.map(\.rules.name) == ["Asia/Kolkata"] && failed.allSatisfy { $0.trouble != nil })
    // A failure is reported once, no matter how often reading is retried.
    #expect(changes().isEmpty)
    link(to: "/usr/share/zoneinfo/Asia/Kolkata")
    #expect(changes().map(\.trouble) == [nil])
    link(to: "/usr/share/zoneinfo/Asia/Kolkata")
    #expect(changes().isEmpty)
  }

  @Test func onlyAZoneThatHasChangedIsWritten() async throws {
    let rig = try await LedgerRig()
    func file() -> FileIdentity? { FileIdentity(KeptZone.path(in: rig.folder.path)) }
    let before = try #require(file())
    await rig.ledger.clockChanged()
    #expect(file() == before)
    rig.scheduler.use(SystemZone(variable: "NONSENSE").read(after: nil))
    await rig.ledger.clockChanged()
    #expect(file() == before)
    rig.scheduler.use(SystemZone(variable: "Europe/Berlin").read(after: nil))
    await rig.ledger.clockChanged()
    guard case .kept(let kept) = KeptZone.find(in: rig.folder.path) else {
      Issue.record("nothing is kept")
      return
    }
    #expect(kept.rules.name == "Europe/Berlin")
    #expect(kept.settling?.end.due == morning + .seconds(86_400))
  }

  private struct Zones {
    let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws {
      folder = try TemporaryFolder()
      for folder in ["/etc", "/europe", "/asia"] { mkdir(path + folder, 0o700) }
      try write("/europe/berlin", "one")
      try write("/asia/tokyo", "two")
      symlink(path + "/europe/berlin", path + "/etc/localtime")
    }

    /// Replaces a file as package managers do: a new file, renamed.
    func write(_ name: String, _ text: String) throws {
      try Files.write(text, to: path + name + ".new")
      try #require(rename(path + name + ".new", path + name) == 0)
    }

    func link(to name: String) {
      symlink(path + name, path + "/etc/localtime.new")
      rename(path + "/etc/localtime.new", path + "/etc/localtime")
    }
  }

  private func sawChange(_ watch: ZoneWatch) -> Bool { watch.sawChange(in: watch.descriptors) }

  @Test func anotherZoneAndNewRulesOfItAndOfThatOfTheEnvironmentAreSeen() throws {
    let zones = try Zones()
    let watch = ZoneWatch(SystemZone(localtime: zones.path + "/etc/localtime", variable: ""))
    #expect(!sawChange(watch))
    try zones.write("/europe/berlin", "new rules")
    #expect(sawChange(watch))
    try zones.write("/europe/paris", "not ours")
    #expect(!sawChange(watch))
    try zones.write("/asia/tokyo", "not ours yet")
    #expect(!sawChange(watch))
    zones.link(to: "/asia/tokyo")
    #expect(sawChange(watch))
    try zones.write("/asia/tokyo", "new rules")
    #expect(sawChange(watch))
    let own = ZoneWatch(
      SystemZone(localtime: zones.path + "/etc/localtime", variable: ":" + zones.path + "/europe/berlin"))
    #expect(!sawChange(own))
    try zones.write("/europe/berlin", "newer rules")
    #expect(sawChange(own))
  }

  private static let names = [
    "UTC", "America/New_York", "America/North_Dakota/Center", "Asia/Kolkata", "Asia/Tokyo", "Europe/Berlin",
    "Europe/Dublin", "Europe/Lisbon",
  ]

  @Test(arguments: [
    ("Asia/Tokio", ["Asia/Tokyo"]), ("asia/tokyo", ["Asia/Tokyo"]), ("tokyo", ["Asia/Tokyo"]),
    ("Tokio", ["Asia/Tokyo"]), ("Japan/Tokyo", ["Asia/Tokyo"]), ("posix/Asia/Tokyo", ["Asia/Tokyo"]),
    ("right/UTC", ["UTC"]), ("new_york", ["America/New_York"]), ("utc", ["UTC"]), ("Europe/Munich", []), ("", []),
    ("center", ["America/North_Dakota/Center"]), ("Europe/Berlni", ["Europe/Berlin"]), ("localtime", []),
  ])
  func aNameThatIsNoneIsAnsweredWithWhatWasMeant(typed: String, meant: [String]) {
    #expect(ZoneDatabase.meant(by: typed, among: Self.names) == meant)
  }

  @Test(arguments: [
    ("Asia/Tokyo", true), ("UTC", true), ("Etc/GMT+5", true), ("localtime", false), ("posixrules", false),
    ("Factory", false), ("posix/UTC", false), ("right/Europe/Berlin", false), ("posix", false),
  ])
  func aZoneIsOneOfAPlace(name: String, isOne: Bool) { #expect(ZoneDatabase.isOfAPlace(name) == isOne) }

  /// The machine's own list, from Debian's package tzdata.
  @Test func theMachinesOwnListIsAsked() throws {
    #expect(ZoneDatabase.meant(by: "Asia/Tokio") == ["Asia/Tokyo"])
    #expect(ZoneDatabase.meant(by: "new_york") == ["America/New_York"])
    for name in ZoneDatabase.meant(by: "berlin") { _ = try ZoneDatabase.rules(named: name) }
  }
}

/// The clock is set at the worst moment: while the scheduler's thread is awake.
@Suite struct StepTests {
  /// Reports a step as the kernel does: once, in whichever call comes first.
  private final class FakeTimer: WallTimer {
    let isStepped = Box(false)
    let moment = Box<Instant?>(nil)
    let beforeSetting = Box<(@Sendable () -> Void)?>(nil)
    private let wakeup: Descriptor

    init() throws { wakeup = try Descriptor.socketPair().0 }

    var descriptor: Int32 { wakeup.number }

    func set(_ moment: Instant?) -> Bool {
      beforeSetting.value?()
      beforeSetting.value = nil
      self.moment.value = moment
      return sawStep()
    }

    func sawStep() -> Bool {
      defer { isStepped.value = false }
      return isStepped.value
    }
  }

  private final class Told: Hook {
    let due = Box<[ArmedOccurrence]>([])
    let steps = Box(0)

    func note(_ news: EngineNews) {
      switch news {
      case .passed(let passed): due.value += passed
      case .clock(.stepped): steps.value += 1
      default: break
      }
    }
  }

  private let time = ManualTime(morning)
  private let told = Told()
  private let watch = ZoneWatch(SystemZone())
  private let timer: FakeTimer
  private let scheduler: Scheduler
  private let ringer: Ringer

  init() throws {
    timer = try FakeTimer()
    scheduler = try Scheduler(zone: .utc, time: time, timer: timer)
    ringer = try RingRig().ringer
  }

  /// A round of the scheduler that does not sleep, even if the test fails.
  private func round(after changes: [ClockChange]) -> [ClockChange] {
    scheduler.prod()
    return scheduler.round(ringer, told, after: changes, watch)
  }

  @Test(arguments: [-86_400, -3600, 1800, 3600])
  func aStepBetweenWakingAndSettingTheTimerIsTold(seconds: Int) throws {
    let daily = Recurrence.weekly(.daily, at: try #require(LocalTime("07:30")))
    let occurrence = try #require(daily.next(after: morning, in: .utc))
    scheduler.arm(
      ArmedOccurrence(
        occurrence: occurrence, plan: Settings().plan(for: Alarm(id: "aaaaaa", recurrence: daily)), recurrence: daily,
        isSkipped: false))
    timer.beforeSetting.value = { [time, timer] in
      time.step(by: .seconds(seconds))
      timer.isStepped.value = true
    }
    let changes = round(after: round(after: []))
    #expect(told.steps.value == 1)
    #expect(changes.isEmpty)
    let isDue = time.now >= occurrence.due
    #expect(told.due.value.map(\.due) == (isDue ? [occurrence.due] : []))
    #expect(timer.moment.value == (isDue ? occurrence.due + .seconds(86_400) : occurrence.due))
  }

  @Test func aStepWhileItSleepsIsToldOnce() throws {
    _ = round(after: round(after: round(after: [.stepped])))
    #expect(told.steps.value == 1)
  }

  /// Does not set the clock, because other tests rely on it.
  @Test func theKernelsTimerIsReadyWhenItsMomentHasCome() throws {
    let timer = try TimerDescriptor()
    let wakeup = try Wakeup()
    #expect(!timer.set(SystemTime().now))
    #expect(wakeup.wait(with: [timer.descriptor], timeout: .seconds(60)) == [timer.descriptor])
    #expect(!timer.sawStep())
  }
}
