import AlarmClock
import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport

@testable import Daemon
@testable import Storage

/// A state folder for real daemons in which each person's card is enrolled, and pictures of these cards.
final class RealStart: Sendable {
  fileprivate let folder: TemporaryFolder
  fileprivate let pictures: [String]

  init() async throws {
    folder = try TemporaryFolder()
    let state = try StateFolder(path: folder.path)
    let digests = try CardDigest()
    var pictures: [String] = []
    for number in 0..<Human.cardCount {
      var card = card("card\(number)", id: "card\(number)")
      guard let digest = await digests.digest(of: Array(card.name.utf8), salt: state.store.salt) else {
        throw Failure("the cards have no digests")
      }
      card.digest = digest
      try state.store.save(card)
      let picture = try QRCard(payload: Array(card.name.utf8)).image().fitted()
      pictures.append(Data(picture.pixels).base64EncodedString())
    }
    self.pictures = pictures
    // Without this mark (`MockMark`) a daemon on a mock clock refuses the folder.
    try Files.write("", to: folder.path + "/mock-clock")
  }
}

/// A `rouse-daemon` on a mock clock, controlled over its socket.
final class RealClock {
  private let start: RealStart
  private let folder: TemporaryFolder
  private let program: Program
  private var client: ControlClient
  private var boot = ""
  private var statePath: String { folder.path + "/state" }

  init(_ history: History, from start: RealStart) throws {
    self.start = start
    folder = try TemporaryFolder()
    mkdir(folder.path + "/state", 0o700)
    for name in ["rouse.sqlite", "mock-clock"] {
      try Files.write(Files.bytes("\(start.folder.path)/\(name)"), to: "\(folder.path)/state/\(name)")
    }
    program = try Program(
      [
        "/usr/bin/timeout", "--signal=KILL", "3600", Files.builtPrograms + "/rouse-daemon", "--board", "mock",
        "--time", RFC3339.format(history.start, in: .utc), "--zone", WallClock.names[history.zone],
        "--state", folder.path + "/state", "--socket", folder.path + "/socket",
      ], environment: ["PATH=/usr/bin:/bin", "HOME=\(folder.path)"], outputTo: folder.path + "/daemon")
    (client, boot) = try Self.connect(program, folder.path, after: "")
  }

  /// Killing only `timeout` would leave the daemon running.
  deinit { for child in program.children { kill(child.id, SIGKILL) } }

  /// Waits until a daemon of another boot answers.
  private static func connect(_ program: Program, _ folder: String, after boot: String) throws -> (
    ControlClient, String
  ) {
    var detector = HangDetector()
    while true {
      if let client = try? ControlClient(path: folder + "/socket"),
        let reply = try? client.send(GetMockClock()), reply.boot != boot
      {
        return (client, reply.boot)
      }
      guard program.isRunning, !detector.hangs() else {
        throw Failure("the daemon does not answer: \(detector.report); it said: \(program.errors)")
      }
      usleep(5000)
    }
  }

  func send<Arguments: Command>(_ command: Arguments) throws -> Arguments.Reply { try client.send(command) }

  /// Returns the reply, or `nil` if the command was refused.
  func saved<Arguments: Command>(_ command: Arguments) throws -> Arguments.Reply? {
    do throws(ControlError) { return try client.send(command) } catch {
      guard ![.unreachable, .noAnswer, .internal].contains(error.code) else { throw error }
      return nil
    }
  }

  var now: Instant {
    get throws {
      let text = try send(GetMockClock()).time
      guard let now = RFC3339.parse(text) else { throw Failure("the mock clock shows \(text)") }
      return now
    }
  }

  func advance(seconds: Int) throws { _ = try send(AdvanceMockClock(by: "\(seconds)s", to: nil)) }

  func show(_ card: Int) throws {
    _ = try send(ShowPicture(pictureName: "card\(card)", pixels: start.pictures[card], milliseconds: 3000))
  }

  func restart(off: Int, by step: Int?, isTrusted: Bool) throws {
    _ = try send(RebootMock(off: "\(off)s", by: step.map { "\($0)s" }, trusted: isTrusted))
    (client, boot) = try Self.connect(program, folder.path, after: boot)
  }

  /// Opens a copy of the daemon's store.
  func store() throws -> Store {
    let copy = folder.path + "/copy"
    Files.remove(copy)
    mkdir(copy, 0o700)
    for name in Files.names(statePath) where name.hasPrefix("rouse.sqlite") && !name.hasSuffix("-shm") {
      try Files.write(Files.bytes("\(statePath)/\(name)"), to: "\(copy)/\(name)")
    }
    return try Store(path: copy + "/rouse.sqlite")
  }
}
