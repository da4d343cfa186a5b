import Machine
import Synchronization

/// Looks after the devices without a noise or a light: whether the display answers on its bus, and whether sound card and
/// camera are there. Nobody waits for what it finds.
final class SilentProbe: Sendable {
  private struct State {
    var isLooking = false
    var last: SystemLook?
  }

  private let board: Board
  private let outputs: Outputs
  private let desk: CameraDesk
  private let folderPath: String
  private let ifIdle: @Sendable (_ body: () -> Void) -> Bool
  private let state = Mutex(State())

  /// - Parameter ifIdle: does something unless an alarm rings; false while one does.
  init(
    board: Board, outputs: Outputs, desk: CameraDesk, folderPath: String,
    ifIdle: @escaping @Sendable (_ body: () -> Void) -> Bool
  ) {
    self.board = board
    self.outputs = outputs
    self.desk = desk
    self.folderPath = folderPath
    self.ifIdle = ifIdle
  }

  /// What was found last; nil: nobody has looked yet.
  var last: SystemLook? { state.withLock { $0.last } }

  func note(_ look: SystemLook) { state.withLock { $0.last = look } }

  /// Begins a look, and returns at once. While one is under way, which a driver that hangs may hold up, it does nothing.
  func begin() {
    guard claim() else { return }
    guard ifIdle({ outputs.tellDisplayAgain() }) else { return release() }
    do {
      try MachineThread.start("probe") { [self] in
        let look = SystemLook(board, folderPath: folderPath, mayAskTheCard: true)
        look.tell(outputs.health, isCameraInUse: desk.holder != nil)
        note(look)
        release()
      }
    } catch {
      // Without a thread nothing new is found; what is known stays.
      release()
    }
  }

  private func claim() -> Bool {
    state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
  }

  private func release() { state.withLock { $0.isLooking = false } }
}
