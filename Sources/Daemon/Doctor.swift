import AlarmClock
import Control
import ControlService
import Logging
import Machine

/// Examines the clock without its service, for example if the service does not start.
public enum Doctor {
  public static func findings(_ options: RouseDaemon.Options, logger: Logger) async throws -> [FindingView] {
    guard !ControlSocket.isServed(SocketPath.system) else {
      return [
        .warning(
          "devices", "they were not tried: a daemon runs, and listens at \(SocketPath.system)",
          why: "two programs at once would disturb a ring",
          fix: "ask that one: rouse doctor --socket \(SocketPath.system) (is ROUSE_SOCKET set to another?)")
      ]
    }
    do {
      let time = SystemTime()
      let folder = options.stateFolder ?? RouseDaemon.defaultStateFolder
      let board = try BoardChoice.board(options.board, time: time)
      let events = EventLog(time: time, log: try LogWriter(logger: logger))
      let health = DeviceHealth(events: events, time: time)
      let recognizer = CardRecognizer(digests: try CardDigest(), inForce: BookInForce(AlarmBook()))
      let examination = Examination(
        board: board, outputs: try Outputs(board: board, health: health, events: events, time: time),
        sensors: try Sensors(board: board, health: health, events: events, time: time),
        desk: CameraDesk(
          camera: board.camera, program: ScanProcess.programPath, health: health, events: events,
          recognizer: recognizer, time: time), time: time, isSteady: false,
        ifIdle: { body in
          body()
          return true
        })
      let checkup = await examination.checkup(folder, lookingFor: [])
      let zone = ZoneInForce(of: SystemZone(), kept: KeptZone.find(in: folder), at: time.reading)
      let facts = examination.facts(checkup, time.trust, zone) + folderFacts(folder, nil, checkup.system, isSeen: true)
      return facts.inOrder.map(FindingView.init)
    } catch let error as ControlError {
      return [.problem("board", error.what, why: error.why, fix: error.fix)]
    }
  }
}
