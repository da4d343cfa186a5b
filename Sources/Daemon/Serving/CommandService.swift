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

  func run() async {
    let share = DescriptorShare.current
    if let problem = share.problem {
      log.log(.warning, "\(problem); clients get \(share.connections) connections; \(DescriptorShare.remedy)")
    }
    let server = ControlServer(
      socket: socket, router: router, notices: notices,
      usesTwelveHours: { inForce.settings.timeFormat == .hours12 }, log: log,
      mostConnections: share.connections,
      isLeftAlone: { memory.releaseSoon() })
    do { try await server.run() } catch { log.log(.error, "no commands are taken any more: \(error)") }
  }
}
