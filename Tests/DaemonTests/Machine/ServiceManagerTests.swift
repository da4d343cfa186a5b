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
