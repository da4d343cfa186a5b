import CLinux
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Datagrams of sd_notify(3), the watchdog variables of sd_watchdog_enabled(3), and lines of the log.
@Suite struct ServiceManagerTests {
  @Test(arguments: [false, true])
  func systemdIsToldWhereverItsSocketIs(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let name = (isAbstract ? "@" : "") + folder.path + "/notify"
    let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if isAbstract { path[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let bound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    try #require(bound == 0)

    let manager = ServiceManager { $0 == "NOTIFY_SOCKET" ? name : nil }
    #expect(manager.isThere)
    manager.ready()
    manager.isAlive()
    manager.stopping()
    let received = (0..<4).map { _ in
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = recv(listener, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(received == ["READY=1", "WATCHDOG=1", "STOPPING=1", ""])
  }

  @Test(arguments: ["", "relative", "@", "/", "/" + String(repeating: "x", count: 107), "/nonexistent/socket"])
  func aSocketThatIsNoneIsNoHarm(name: String) {
    #expect(rouse_notify(name, "READY=1") != 0)
    ServiceManager { $0 == "NOTIFY_SOCKET" ? name : nil }.ready()
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("10000000", nil, .seconds(10)), ("10000000", true, .seconds(10)), ("10000000", false, nil),
      ("0", true, nil), ("-5", true, nil), ("soon", true, nil),
    ] as [(microseconds: String?, isOurs: Bool?, interval: Duration?)])
  func theWatchdogIsFedWhereItIsMeantForThisProcess(microseconds: String?, isOurs: Bool?, interval: Duration?) {
    let manager = ServiceManager { name in
      switch name {
      case "WATCHDOG_USEC": microseconds
      case "WATCHDOG_PID": isOurs.map { $0 ? String(getpid()) : "1" }
      default: nil
      }
    }
    #expect(manager.watchdogInterval == interval)
    #expect(!manager.isThere)
  }

  @Test(arguments: [
    ("card_enrolled: right", "card_enrolled: right"), ("x \"\u{1B}[2J\u{9B}m\u{202E}\"", "x \"?[2J?m?\""),
    ("it failed.\n  why: a file\n\nfired forged\r", "it failed.;   why: a file; fired forged?"),
  ])
  func aLogMessageIsOneLineWithoutControlCharacters(message: String, line: String) {
    #expect(LogWriter.line(message) == line)
  }
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct StopSignalTests {
  /// Restores the default handlers, so that people can still stop the tests. Ignoring first drops pending signals.
  private func restore() {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      signal(number, SIG_IGN)
      signal(number, SIG_DFL)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func oneThatComesBeforeItIsWaitedForIsNotLost(number: Int32) async throws {
    let stop = try StopSignal()
    defer { restore() }
    // Several signals, as from an impatient user.
    for _ in 0..<3 { #expect(kill(getpid(), number) == 0) }
    await stop.wait()
  }

  @Test func waitReturnsWhenItsTaskIsCancelled() async throws {
    let stop = try StopSignal()
    defer { restore() }
    let waiting = Task { await stop.wait() }
    waiting.cancel()
    await waiting.value
  }
}

/// In-memory copies of the store, left behind by a killed daemon.
@Suite struct ScratchFolderTests {
  private func leftover(_ names: [String], in base: String) throws -> String {
    var template = Array((base + "/rouse-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("creating a folder", errno) }
    let path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    for name in names { try DurableFile.replace("\(path)/\(name)", by: [1, 2, 3]) }
    return path
  }

  @Test(arguments: ["/dev/shm", "/tmp"])
  func whatADaemonHasLeftIsRemoved(base: String) throws {
    let left = try [["rouse.sqlite"], ["rouse.sqlite", "rouse.sqlite-wal", "rouse.sqlite-shm"], ["copy"]].map {
      try leftover($0, in: base)
    }
    // A daemon starting in another test may briefly hold a folder's lock.
    var tries = 0
    while left.contains(where: DurableFile.exists), tries < 1000 {
      ScratchFolder.removeLeftovers()
      usleep(10_000)
      tries += 1
    }
    #expect(left.filter(DurableFile.exists) == [])
  }

  @Test func whatIsInUseOrIsNoCopyStaysUntilItsOwnerGoes() throws {
    var owner: ScratchFolder? = try ScratchFolder()
    let used = try #require(owner?.path)
    try DurableFile.replace(used + "/rouse.sqlite", by: [1])
    let others = try [[], ["rouse.sqlite", "zone"], ["letters"]].map { try leftover($0, in: "/dev/shm") }
    defer { others.forEach(ScratchFolder.remove) }
    let target = try TemporaryFolder()
    try DurableFile.replace(target.path + "/copy", by: [1])
    let link = others[0] + "x"
    #expect(symlink(target.path, String(link.dropLast(2)) + "_") == 0)
    defer { unlink(String(link.dropLast(2)) + "_") }
    ScratchFolder.removeLeftovers()
    #expect(DurableFile.exists(used + "/rouse.sqlite"))
    #expect(others.allSatisfy(DurableFile.exists))
    #expect(DurableFile.exists(target.path + "/copy"))
    owner = nil
    #expect(!DurableFile.exists(used))
  }
}

@Suite struct DurableFileTests {
  /// Writing part of the bytes sets no errno (write(2)), so an earlier one must not be reported.
  @Test func aShortWriteReportsWhyTheRestCouldNotBeWritten() throws {
    let (writer, reader) = try Descriptor.socketPair()
    try #require(fcntl(writer.number, F_SETFL, O_NONBLOCK) == 0)
    errno = EACCES
    #expect(Descriptor.write([UInt8](repeating: 7, count: 1 << 20), to: writer.number) == EAGAIN)
    var first = [UInt8](repeating: 0, count: 4)
    #expect(read(reader.number, &first, 4) == 4)
    #expect(first == [7, 7, 7, 7])
  }

  @Test(arguments: [(most: Int.max, copied: 100_000), (70_000, 70_000), (0, 0)])
  func aFileIsReplacedByTheCopyOfAnother(most: Int, copied: Int) throws {
    let folder = try TemporaryFolder()
    let (source, target) = (folder.path + "/source", folder.path + "/target")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try DurableFile.create(source, bytes)
    try DurableFile.copy(source, to: target, first: most)
    #expect(try Descriptor.contents(of: target) == Array(bytes[..<copied]))
    #expect(throws: SystemError.self) { try DurableFile.copy(source, to: target) }
    try DurableFile.replace(target, byCopyOf: source)
    #expect(try Descriptor.contents(of: target) == bytes)
    #expect(DurableFile.names(in: folder.path).sorted() == ["source", "target"])
  }
}
