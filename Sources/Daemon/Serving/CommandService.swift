import ControlService
import Machine

/// Serves those who ask. Commands may fail to reach the daemon; rings go on.
struct CommandService: Sendable {
  let socket: ControlSocket
  let router: Router
  let notices: Notices
  let inForce: BookInForce
  let log: LogWriter
  let memory: IdleMemory
  let time: any TimeSource

  /// What holds all descriptors may let go of some.
  private static let patience: Duration = .seconds(5)

  func run() async {
    let share = DescriptorShare.current
    if let problem = share.problem {
      log.log(.warning, "\(problem); clients get \(share.connections) connections; \(DescriptorShare.remedy)")
    }
    var isTold = false
    while !DescriptorShare.canServe {
      if !isTold {
        log.log(
          .error,
          "no commands are taken: too few files may be open at once; without them nobody can set anything; "
            + "\(DescriptorShare.remedy); alarms ring, and cards end them")
      }
      isTold = true
      guard await time.rest(for: Self.patience) else { return }
    }
    let server = ControlServer(
      socket: socket, router: router, notices: notices,
      usesTwelveHours: { inForce.settings.timeFormat == .hours12 }, log: log,
      mostConnections: share.connections,
      isLeftAlone: { memory.releaseSoon() })
    do { try await server.run() } catch { log.log(.error, "no commands are taken any more: \(error)") }
  }
}
