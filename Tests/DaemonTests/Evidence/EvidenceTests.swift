import Control
import Glibc
import ScanLine
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine
@testable import Storage

@Suite struct EvidenceRetentionTests {
  private func ring(_ name: String, daysAgo: Int, megabytes: Int64 = 1) -> EvidenceRetention.Kept {
    EvidenceRetention.Kept(name: name, time: morning - .seconds(daysAgo * 86_400), bytes: megabytes << 20)
  }

  @Test func theLatestTenRingsAndThirtyTwoMebibytesAreKeptAndNothingWithoutATime() {
    let kept = (0..<13).map { ring("\($0)", daysAgo: $0) }
    #expect(EvidenceRetention.surplus(kept, now: morning).map(\.name) == ["10", "11", "12"])
    #expect(EvidenceRetention.surplus(Array(kept.prefix(10)), now: morning).isEmpty)
    let large = [
      ring("a", daysAgo: 0, megabytes: 20), ring("b", daysAgo: 1, megabytes: 13), ring("c", daysAgo: 2, megabytes: 12),
      ring("d", daysAgo: 3, megabytes: 40),
    ]
    #expect(EvidenceRetention.surplus(large, now: morning).map(\.name) == ["b", "d"])
    let timeless = [EvidenceRetention.Kept(name: "x", time: nil, bytes: 0)]
    #expect(EvidenceRetention.surplus(timeless, now: nil) == timeless)
  }

  @Test(arguments: [(0, false), (14, false), (15, true), (400, true), (-1, false), (-2, true)])
  func whatIsOlderThanFourteenDaysGoesOnceTheClockIsTrusted(days: Int, goes: Bool) {
    let kept = [ring("a", daysAgo: days)]
    #expect(EvidenceRetention.surplus(kept, now: morning).isEmpty == !goes)
    #expect(EvidenceRetention.surplus(kept, now: nil).isEmpty)
  }
}

@Suite struct EvidenceRecorderTests {
  private let folder: TemporaryFolder
  private let time = ManualTime(morning)
  private let events: EventLog
  private let inForce: BookInForce
  private let recorder: EvidenceRecorder

  init() throws {
    folder = try TemporaryFolder()
    events = EventLog(time: time, log: try quietLog())
    var keeping = Settings()
    keeping.keepsEvidence = true
    inForce = BookInForce(AlarmBook(settings: keeping))
    recorder = try Self.recorder(folder.path, inForce, time, events)
  }

  private static func recorder(
    _ path: String, _ inForce: BookInForce, _ time: ManualTime, _ events: EventLog
  ) throws -> EvidenceRecorder {
    try EvidenceRecorder(
      stateFolder: path, inForce: inForce, time: time, events: events,
      trust: try TrustWatch(time: time, inForce: inForce))
  }

  private static let armed = ArmedOccurrence(
    of: Alarm(id: "aaaaaa", label: "Work", recurrence: .instant(morning)), due: morning)

  private func frame(age: Int, size: Int = 100) -> EvidenceReport {
    EvidenceReport(
      png: [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: UInt8(age % 256), count: size), age: age, brightness: 9,
      obstacle: .tooDark, isCodeInView: true, passes: ["raw"], covered: 1)
  }

  private func count(_ kind: Event.Kind) -> Int { events.pending.filter { $0.kind == kind }.count }

  private func keepARing(in recorder: EvidenceRecorder? = nil, until kind: Event.Kind = .evidenceKept) async throws {
    let (recorder, before) = (recorder ?? self.recorder, count(kind))
    recorder.ringEnded(.dismissed(cardID: "card"), Self.armed)
    recorder.keep([frame(age: 100), frame(age: 2100)], of: try #require(recorder.takeMoment()), closed: time.now)
    #expect(await eventually { count(kind) == before + 1 })
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func aRingIsAFolderThatNobodyElseMayLookInto() async throws {
    try await keepARing()
    let name = "2026-11-21T070000Z-aaaaaa"
    let path = folder.path + "/evidence/" + name
    #expect(DurableFile.names(in: folder.path + "/evidence") == [name])
    #expect(DurableFile.names(in: path).sorted() == ["01.png", "02.png", "ring.json"])
    #expect(mode(folder.path + "/evidence") == 0o700 && mode(path) == 0o700)
    for file in DurableFile.names(in: path) { #expect(mode("\(path)/\(file)") == 0o600) }
    #expect(try recorder.folder.contents(of: "01.png", in: name) == [UInt8](frame(age: 2100).png))
    let ring = try #require(recorder.folder.ring(named: name))
    #expect(ring.outcome == "dismissed" && ring.alarmId == "aaaaaa" && ring.label == "Work")
    #expect(ring.frames.map(\.time) == ["2026-11-21T06:59:57.900+00:00", "2026-11-21T06:59:59.900+00:00"])
    #expect(ring.frames.first?.obstacle == "too-dark")
    let views = await recorder.views(in: .utc)
    #expect(views.map(\.ring) == [name] && views.map(\.pictures) == [2])
  }

  /// Milliseconds from the ring's end to the camera's closing, the frame's age then in ms, and the time recorded.
  @Test(arguments: [
    (0 as Int64, 100, "06:59:59.900"), (0, 0, "07:00:00"), (900, 1000, "06:59:59.900"), (900, 900, "07:00:00"),
    (900, 899, "07:00:00"), (900, 0, "07:00:00"),
  ])
  func noFrameIsFromAfterTheEndOfItsRing(closing: Int64, age: Int, text: String) async throws {
    let moment = EvidenceRecorder.Moment(alarmID: "aaaaaa", label: "", outcome: "dismissed", ended: time.now)
    await recorder.write([frame(age: age)], of: moment, closed: time.now + .milliseconds(closing))
    let ring = try #require(recorder.folder.ring(named: "2026-11-21T070000Z-aaaaaa"))
    #expect(ring.frames.map(\.time) == ["2026-11-21T\(text)+00:00"])
  }

  @Test(
    arguments: [
      (.dismissed(cardID: "x"), "dismissed"), (.missed(rang: true), "missed"), (.missed(rang: false), nil),
      (.skipped, nil),
    ] as [(RingOutcome, String?)])
  func aRingThatWasHeardHasEvidenceOnce(outcome: RingOutcome, text: String?) throws {
    recorder.ringEnded(outcome, Self.armed)
    #expect(recorder.takeMoment()?.outcome == text)
    #expect(recorder.takeMoment() == nil)
  }

  @Test func aDismissalThatIsToBeConfirmedHasEvidenceAndASnoozeHasNone() {
    let id = Self.armed.id
    recorder.ringWent(on: id, RingProgress(began: morning, isTrusted: true, rest: .snooze(until: morning)))
    #expect(recorder.takeMoment() == nil)
    recorder.ringWent(on: id, RingProgress(began: morning, isTrusted: true, rest: .wakeCheck(until: morning)))
    #expect(recorder.takeMoment()?.outcome == "checking")
  }

  @Test func turnedOffItTakesNothingAndDeletesWhatThereIs() async throws {
    try await keepARing()
    recorder.ringEnded(.missed(rang: true), Self.armed)
    let running = Task { await recorder.run() }
    inForce.use(AlarmBook(settings: Settings()))
    recorder.settingsChanged()
    #expect(recorder.takeMoment() == nil)
    // The first caller deletes the rings; both learn how many there were.
    #expect(try await recorder.deleteUnwanted() == 1)
    #expect(try await recorder.deleteUnwanted() == 1)
    running.cancel()
    #expect(DurableFile.names(in: folder.path + "/evidence").isEmpty)
    #expect(count(.evidenceDeleted) == 1)
  }

  /// Evidence is written a while after its ring.
  @Test func whatIsStillToBeWrittenWhenAllIsDeletedIsNotWritten() async throws {
    recorder.ringEnded(.missed(rang: true), Self.armed)
    let moment = try #require(recorder.takeMoment())
    _ = try await recorder.deleteAll()
    await recorder.write([frame(age: 100)], of: moment, closed: time.now)
    #expect(recorder.folder.kept().isEmpty)
    recorder.ringEnded(.missed(rang: true), Self.armed)
    await recorder.write([frame(age: 100)], of: try #require(recorder.takeMoment()), closed: time.now)
    #expect(recorder.folder.kept().count == 1)
  }

  @Test func halfARingThatADeathLeftGoesAtTheStartAndEverythingWhileItIsOff() async throws {
    try await keepARing()
    let half = folder.path + "/evidence/new-2026-11-21T060000Z-bbbbbb"
    #expect(mkdir(half, 0o700) == 0 && mkdir(folder.path + "/evidence/someone", 0o700) == 0)
    #expect(await recorder.views(in: .utc).count == 2)
    let off = try Self.recorder(folder.path, BookInForce(AlarmBook()), time, events)
    for (recorder, left) in [(recorder, ["2026-11-21T070000Z-aaaaaa"]), (off, [])] {
      let running = Task { await recorder.run() }
      #expect(await eventually { DurableFile.names(in: folder.path + "/evidence") == left })
      running.cancel()
    }
  }

  @Test func anEleventhRingTakesThePlaceOfTheOldest() async throws {
    for _ in 1...11 {
      try await keepARing()
      time.advance(by: .seconds(60))
    }
    let names = await recorder.views(in: .utc).map(\.ring)
    #expect(names.count == 10)
    #expect(names.last == "2026-11-21T070100Z-aaaaaa")
  }

  @Test func whatCannotBeWrittenIsToldOnceAndMendsItself() async throws {
    let path = folder.path + "/evidence"
    try Files.write("", to: path)
    func write() async {
      // The time is part of a ring's name, and the names must differ.
      time.advance(by: .seconds(60))
      let moment = EvidenceRecorder.Moment(alarmID: "aaaaaa", label: "", outcome: "missed", ended: time.now)
      await recorder.write([frame(age: 0)], of: moment, closed: time.now)
    }
    for _ in 1...3 { await write() }
    #expect(count(.evidenceFailed) == 1)
    unlink(path)
    await write()
    #expect(count(.evidenceKept) == 1)
  }

  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"))
  func aDiskThatIsNearlyFullIsLeftToAlarms() async throws {
    let disk = try TemporaryFolder()
    try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=63m") == 0)
    defer { umount2(disk.path, Int32(MNT_DETACH)) }
    try await keepARing(in: try Self.recorder(disk.path, inForce, time, events), until: .evidenceFailed)
    #expect(DurableFile.names(in: disk.path + "/evidence").isEmpty)
    #expect(events.pending.last?.detail?.contains("64 MB") == true)
  }

  @Test(arguments: ["", "..", "../evidence", "/", "2026-11-22", "new-", "2026-11-21T070000Z-aaaaaa/01.png", "."])
  func whatIsNoRingIsFoundNowhere(name: String) async throws {
    try await keepARing()
    await #expect(throws: ControlError.self) { try await recorder.files(of: name) }
    await #expect(throws: ControlError.self) { try await recorder.delete(name) }
    #expect(await recorder.views(in: .utc).count == 1)
    #expect(try await recorder.files(of: "2026-11-21").files.count == 3)
  }
}
