import Control
import Glibc
import TestSupport
import Testing

/// Clients that hold as many resources as they can must not take any that a ring needs.
struct HoardTests {
  /// The daemon's limit of open files, and the request that each client sends 16 times without reading an answer.
  static let hoards: [(descriptors: Int, request: String)] = [
    (1024, #""backup","arguments":{}"#), (1024, #""log","arguments":{"limit":100000,"follow":false}"#),
    (1024, #""mock.history","arguments":{}"#), (256, #""backup","arguments":{}"#),
    (96, #""log","arguments":{"limit":10,"follow":true}"#),
  ]

  private static func limiting(_ descriptors: Int) -> [String] { ["/usr/bin/prlimit", "--nofile=\(descriptors)"] }

  @Test(arguments: hoards)
  func aRingGoesOnAndItsCardEndsItWhateverClientsHold(descriptors: Int, request: String) async throws {
    try await Clock.withoutDaemon { clock in
      try await clock.start(through: Self.limiting(descriptors), card: true)
      // Too low a limit is said.
      if descriptors == 96 {
        let said = "only 96 files may be open at once"
        try await clock.eventually("the log says it") { clock.daemon?.errors.contains(said) == true }
        #expect(try await clock.rouse("doctor").output.contains(said))
      }
      // The log of months.
      let client = try clock.connect()
      for number in 0..<200 { _ = try client.send(ChangeSetting(key: "volume", value: "\(50 + number % 2)")) }
      _ = try await clock.ring()
      let id = try #require(clock.daemonID)
      let crowd = HoardingCrowd(120, of: request, at: clock.socketPath)
      // Until the daemon has answered all it will, and new clients have replaced some that it disconnected.
      for _ in 0..<40 {
        crowd.ask()
        try await Task.sleep(for: .milliseconds(50))
        let open = Files.names("/proc/\(id)/fd").count
        #expect(open < descriptors, "\(open) descriptors")
        #expect(kill(id, 0) == 0, "the daemon died: \(clock.daemon?.errors ?? "")")
      }
      // Followers get their answers, so they are not disconnected; let them go.
      if request.contains("true") { crowd.leave() }
      #expect(try Files.resident(id) < 400 << 10)
      // The camera is opened again and the ring ends, although the daemon may have no room for a command.
      try await clock.succeedPatiently("mock", "show", try clock.card("right"))
      try await clock.eventually("the ring is over") {
        let status = try await clock.rouse("status", "--json")
        #expect([0, 75].contains(status.code), "\(status.errors)")
        return status.output.contains(#""state":"idle""#)
      }
      #expect(clock.daemonID == id, "it is the daemon that was started")
      withExtendedLifetime(crowd) {}
    }
  }

  @Test func whoComesLaterAndWhoSendsTooMuchAreRefusedInFourParts() async throws {
    try await Clock.withoutDaemon { clock in
      try await clock.start(through: Self.limiting(256))
      // The client is still sending.
      let error = try #require(throws: ControlError.self) {
        try clock.connect().send(UploadSound(upload: 1, data: String(repeating: "x", count: 8 << 20)))
      }
      #expect(error.code == .usage && error.what.contains("longer than") && error.stillWorks != nil)
      #expect(try await clock.rouse("status").code == 0)
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { close(descriptor) } }
      try await clock.eventually("nobody more is taken") {
        // Some connections fail while the listen queue is full.
        descriptors += (0..<100).compactMap { _ in
          try? Line.connected(to: clock.socketPath, flags: Int32(SOCK_NONBLOCK.rawValue))
        }
        let result = try await clock.rouse("status")
        guard result.code != 0 else { return false }
        #expect(result.code == 75, "\(result.errors)")
        for part in ["connections", "why:", "fix:", "still works:"] { #expect(result.errors.contains(part)) }
        return true
      }
      for descriptor in descriptors { close(descriptor) }
      descriptors = []
      try await clock.eventually("it is served again") { try await clock.rouse("status").code == 0 }
    }
  }

  /// With any number of files the daemon either rings without commands, or says why it cannot start; it never crashes.
  @Test(arguments: [20, 30, 34, 35, 36, 38, 40])
  func tooFewForCommandsEndsNothing(descriptors: Int) async throws {
    try await Clock.withoutDaemon { clock in
      let daemon = try clock.launch(through: Self.limiting(descriptors))
      try await clock.eventually("it looks whether it can serve, or refuses") {
        !daemon.isRunning || daemon.errors.contains("only \(descriptors) files may be open at once")
      }
      // If it ends or crashes, it does so right away.
      try await Task.sleep(for: .milliseconds(500))
      guard !daemon.isRunning else { return }
      let result = try await daemon.result()
      #expect(result.code < 128 && result.errors.contains("fix:"), "\(result)")
    }
  }
}

private final class HoardingCrowd {
  private let path: String
  private let requests: [UInt8]
  private var clients: [Int32] = []
  private let count: Int

  init(_ count: Int, of request: String, at path: String) {
    self.count = count
    self.path = path
    requests = Array((1...16).map { #"{"id":\#($0),"command":\#(request)}"# + "\n" }.joined().utf8)
  }

  deinit { leave() }

  func leave() {
    for client in clients { close(client) }
    clients = []
  }

  /// Sends the requests again from new clients, in place of those that were disconnected.
  func ask() {
    clients.removeAll { client in
      var entry = pollfd(fd: client, events: 0, revents: 0)
      guard poll(&entry, 1, 0) > 0 else { return false }
      close(client)
      return true
    }
    while clients.count < count {
      // A connection fails while the listen queue is full.
      guard let client = try? Line.connected(to: path, flags: Int32(SOCK_NONBLOCK.rawValue)) else { return }
      _ = send(client, requests, requests.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      clients.append(client)
    }
  }
}
