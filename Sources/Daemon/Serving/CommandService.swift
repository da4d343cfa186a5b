import CLinux
import Control
import ControlService
import Machine

extension RouseDaemon {
  /// The pause before checking again for free descriptors, which others may close meanwhile.
  private static let patience: Duration = .seconds(5)

  /// Serves clients of the control socket. If it fails, alarms still ring.
  func serve(_ router: Router) async {
    let share = DescriptorShare.current
    if let problem = share.problem {
      log.log(.warning, "\(problem); clients get \(share.connections) connections; \(DescriptorShare.remedy)")
    }
    if !share.canServe {
      log.log(
        .error,
        "no commands are taken: too few files may be open at once; without them nobody can set anything; "
          + "\(DescriptorShare.remedy); alarms ring, and cards end them")
    }
    while !share.canServe {
      guard await time.rest(for: Self.patience) else { return }
    }
    var server = ControlServer(
      socket: socket, router: router, notices: notices, log: log, mostConnections: share.connections)
    server.usesTwelveHours = { [inForce] in inForce.settings.timeFormat == .hours12 }
    server.isLeftAlone = { [memory] in memory.releaseSoon() }
    do { try await server.run() } catch { log.log(.error, "no commands are taken any more: \(error)") }
  }

  /// The limits of the house.
  private static let mostConnections = 4
  private static let mostRequests = 32
  /// In bytes.
  private static let mostWaiting = 4 << 20

  /// Serves the house. Its clients are not trusted: they get few connections, few waiting lines, and no notices.
  func serveHome() async {
    guard let socket = homeSocket else { return }
    var router = Router()
    addHome(to: &router)
    if let closed = socket.closed {
      log.log(
        .warning,
        "\(closed.why); the house does not hear of this clock unless rouse-mqtt runs as \(UserDatabase.ownName); "
          + "\(closed.fix); alarms ring, and cards end them")
    }
    var server = ControlServer(
      socket: socket, router: router, notices: Notices(), log: log, mostConnections: Self.mostConnections)
    server.requests = BoundedCount(most: Self.mostRequests)
    server.memory = ClientMemory(most: Self.mostWaiting)
    server.isLeftAlone = { [memory] in memory.releaseSoon() }
    do { try await server.run() } catch { log.log(.error, "the house is not served any more: \(error)") }
  }

  /// Opens the socket at `path`, or returns the problem. Alarms ring without this socket.
  static func homeSocket(at path: String?) -> (socket: ControlSocket?, problem: String?) {
    guard let path else { return (nil, nil) }
    do throws(ControlError) { return (try ControlSocket(path: path, for: .house), nil) } catch {
      return (nil, "\(error.what): \(error.why)")
    }
  }
}

/// Returns freed memory to the system once clients have been quiet for a while.
struct IdleMemory: Sendable {
  private struct State {
    var times = 0
    var isWaiting = false
  }

  let time: any TimeSource
  /// Whether something sounds or soon will. Releasing memory would delay it by heap locks and page faults.
  let isBusy: @Sendable () -> Bool
  private let state = Box(State())

  /// Memory is released after this time without a disconnect.
  private static let patience: Duration = .seconds(5)

  func releaseSoon() {
    let isFirst = state.withLock { state in
      defer { state.isWaiting = true }
      state.times += 1
      return !state.isWaiting
    }
    guard isFirst else { return }
    Task(executorPreference: WorkPool.shared) {
      var isQuiet = false
      while !isQuiet {
        let before = self.state.withLock { $0.times }
        guard await self.time.rest(for: Self.patience) else { return }
        isQuiet = self.state.withLock { state in
          state.isWaiting = state.times != before
          return !state.isWaiting
        }
      }
      if !self.isBusy() { rouse_release_memory() }
    }
  }
}
