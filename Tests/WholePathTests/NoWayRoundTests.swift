import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

extension BreakingTests {
  @Test func nothingButTheCardEndsARing() async throws {
    try await Clock.run { clock in
      let id = try await clock.ring("--silence-after", "1h")
      var attacks = 0
      func attack(_ what: String, _ body: () async throws -> Void) async throws {
        attacks += 1
        try await body()
        try await clock.untilBoard("it is heard after: \(what)") { $0.speaker.playing || $0.buzzer.on }
        #expect(try await clock.status.state == .ringing, "\(what)")
        #expect(try await clock.status.rings.map(\.alarmId) == [id], "\(what)")
      }

      let today = try #require(LocalDate(String(try await clock.status.clock.now.prefix(10))))
      let off = try CalendarTests.write((0..<300).map { (today.adding(days: $0), "Day \($0)") }, in: clock)
      for words in [
        ["alarm", "edit", id, "--volume", "0", "--vibration", "off"], ["alarm", "edit", id, "--silence-after", "1m"],
        ["alarm", "skip", id], ["alarm", "disable", id], ["settings", "set", "volume", "0"],
        ["settings", "set", "silence-after", "1m"], ["card", "remove", "right", "--yes"], ["card", "test"],
        ["test", "devices"], ["camera", "snapshot", clock.folder + "/view.png"], ["calendar", "add", off, "--yes"],
        ["alarm", "remove", id], ["undo"],
      ] {
        // May be accepted for later, or refused.
        try await attack(words.joined(separator: " ")) { _ = try await clock.rouse(words) }
      }
      for signal in [SIGSTOP, SIGKILL] {
        try await attack("signal \(signal) to rouse-scan") {
          try await clock.eventually("the reader runs") { clock.scanID != nil }
          if let reader = clock.scanID { kill(reader, signal) }
        }
      }
      for device in ["speaker", "buzzer"] {
        for failure in ["EIO", "EBUSY", "ENODEV", "stall"] {
          try await attack("\(device) \(failure)") { try await clock.succeed("mock", "fail", device, failure) }
          try await attack("\(device) healed") { try await clock.succeed("mock", "heal", device) }
        }
      }
      try await attack("SIGTERM and a start") { try await clock.restart() }
      try await attack("camera unplugged") { try await clock.succeed("mock", "fail", "camera", "ENODEV") }
      try await clock.hold("right")
      try await attack("the card while the camera is unplugged") {
        try await clock.eventually("it is told") { try await clock.status.devices["camera"]?.health == .failed }
      }
      try await clock.succeed("mock", "hide")
      let healed = ContinuousClock.now
      try await clock.succeed("mock", "heal", "camera")
      try await clock.dismiss()
      let delay = (ContinuousClock.now - healed).seconds
      #expect(try await !clock.mock.isSounding)
      #expect(try await clock.events("dismiss_success_qr").map(\.alarmId) == [id])
      _ = try await clock.end(SIGTERM)
      #expect(try clock.storedRings().map(\.outcome) == ["dismissed"])
      Self.figure("no way round: \(attacks) attacks on one ring, camera plugged in again → silent \(delay.short) s")
    }
  }

  /// Whether a file system can be mounted, which takes CAP_SYS_ADMIN.
  static let canMount: Bool = {
    guard let folder = try? TemporaryFolder(), mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else {
      return false
    }
    return umount2(folder.path, Int32(MNT_DETACH)) == 0
  }()

  @Test(.enabled(if: canMount, "mounting takes CAP_SYS_ADMIN"))
  func aFullDiskEndsNoRingAndTakesItsOutcomeLater() async throws {
    try await Clock.withoutDaemon { clock in
      guard mkdir(clock.statePath, 0o700) == 0, mount("tmpfs", clock.statePath, "tmpfs", 0, "size=4m,mode=700") == 0
      else { throw Failure("\(clock.statePath) cannot be mounted") }
      defer { umount2(clock.statePath, Int32(MNT_DETACH)) }
      try await clock.start(card: true)
      try await clock.succeed("card", "add", "other", "--image", clock.card("other"))
      // Each alarm has its own card, so that it does not matter when the second begins.
      let ids = [
        try await clock.addAlarm("+5s", "--card", "right"), try await clock.addAlarm("+15s", "--card", "other"),
      ]
      let filler = clock.statePath + "/filler"
      try Files.fillDisk(filler)
      try await clock.untilRinging()
      _ = try await clock.end(SIGKILL)
      let start = ContinuousClock.now
      try await clock.start()
      try await clock.eventually("it is heard again") { try await clock.mock.isSounding }
      let heard = (ContinuousClock.now - start).seconds
      #expect(try await clock.status.rings.map(\.alarmId).contains(ids[0]))

      try await clock.show("right")
      try await clock.eventually("the card ends it") {
        let (status, mock) = (try await clock.status, try await clock.mock)
        return !status.rings.contains { $0.alarmId == ids[0] } && mock.isSounding == !status.rings.isEmpty
      }
      try await clock.eventually("the status names it") { try await clock.status.storage.error != nil }
      try await clock.succeed("mock", "hide")
      try await clock.eventually("the second rings") { try await clock.status.rings.map(\.alarmId) == [ids[1]] }
      try await clock.eventually("it is heard") { try await clock.mock.isSounding }
      try await clock.show("other")
      try await clock.eventually("the card ends it too") { try await clock.status.rings.isEmpty }

      Files.remove(filler)
      let freed = ContinuousClock.now
      try await clock.eventually("both outcomes are stored") {
        try clock.storedRings().filter { $0.outcome == "dismissed" }.map(\.alarmID).sorted() == ids.sorted()
      }
      let stored = (ContinuousClock.now - freed).seconds
      try await clock.eventually("nothing is wrong any more") { try await clock.status.storage.error == nil }
      #expect(try clock.storedRings().count == 2)
      Self.figure(
        "full disk: kill -9 → heard again \(heard.short) s, disk freed → both outcomes stored \(stored.short) s")
    }
  }
}

extension Files {
  static func fillDisk(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("\(path) cannot be created") }
    defer { close(file) }
    let zeroes = [UInt8](repeating: 0, count: 4096)
    while Glibc.write(file, zeroes, zeroes.count) > 0 {}
    guard errno == ENOSPC else { throw Failure("\(path) fills no disk: \(String(cString: strerror(errno)))") }
  }
}
