import CLinux
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Datagrams of sd_notify(3), and the watchdog variables of sd_watchdog_enabled(3).
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

  static let watchdogs: [(microseconds: String?, isOurs: Bool?, interval: Duration?)] = [
    (nil, nil, nil), ("10000000", nil, .seconds(10)), ("10000000", true, .seconds(10)), ("10000000", false, nil),
    ("0", true, nil), ("-5", true, nil), ("soon", true, nil),
  ]

  @Test(arguments: watchdogs)
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

@Suite struct LogWriterTests {
  @Test(arguments: [
    ("card_enrolled: right", "card_enrolled: right"), ("x \"\u{1B}[2J\u{9B}m\u{202E}\"", "x \"?[2J?m?\""),
    ("it failed.\n  why: a file\n\nfired forged\r", "it failed.;   why: a file; fired forged?"),
  ])
  func aMessageIsOneLineWithoutControlCharacters(message: String, line: String) {
    #expect(LogWriter.line(message) == line)
  }
}
