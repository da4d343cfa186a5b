import Glibc
import Hardware
import Machine

/// Checks without noise or light whether the display answers on its bus, and sound card and camera are present.
struct SilentProbe: Sendable {
  private struct State {
    var start: Duration?
    var last: SystemLook?
    var lookTime: Duration = .zero
  }

  /// The time after which momentary values are dropped.
  private static let freshness: Duration = .seconds(10)

  let board: Board
  let outputs: Outputs
  let desk: CameraDesk
  let folderPath: String
  let time: any TimeSource
  /// Runs `body` unless an alarm rings. Returns `false` if one does.
  let ifIdle: @Sendable (_ body: () -> Void) -> Bool
  private let state = Box(State())

  var last: SystemLook? {
    let now = time.monotonic
    return state.withLock { state in
      guard now - state.lookTime > Self.freshness else { return state.last }
      return state.last?.withoutWhatPasses
    }
  }

  func note(_ look: SystemLook) {
    let now = time.monotonic
    state.withLock { ($0.last, $0.lookTime) = (look, now) }
  }

  /// Looks on a separate thread and waits briefly. A hanging driver delays nobody; its result shows the next time.
  func look() async {
    guard claim() else { return }
    guard ifIdle({ outputs.tellDisplayAgain() }) else { return state.withLock { $0.start = nil } }
    let (found, continuation) = AsyncStream<Void>.makeStream()
    do {
      try MachineThread.start("probe") {
        lookAround()
        state.withLock { $0.start = nil }
        continuation.finish()
      }
    } catch {
      // Without a thread the last look stays.
      state.withLock { $0.start = nil }
      return
    }
    await untilOneEnds({ for await _ in found {} }, { _ = await time.rest(for: Self.patience) })
  }

  private static let patience: Duration = .milliseconds(10)

  /// The sound card comes last, because its driver may hang.
  private func lookAround() {
    var look = SystemLook(board, folderPath: folderPath, mayAskTheCard: false)
    look.tellOfTheCamera(outputs.health, isInUse: desk.holder != nil)
    look.mixer = last?.mixer ?? look.mixer
    note(look)
    look.mixer = SystemLook.mixer(board)
    look.tellOfTheSpeaker(outputs.health)
    note(look)
  }

  /// Returns `false` while a look is under way. If it takes too long, reports the sound card as hanging.
  private func claim() -> Bool {
    let now = time.monotonic
    let start = state.withLock { state in
      defer { state.start = state.start ?? now }
      return state.start
    }
    if let start, now - start > DeviceThread<Bool>.longestCall {
      outputs.health.looked(for: .speaker, HardwareError(.speaker, "waiting for its driver to answer", code: ETIMEDOUT))
    }
    return start == nil
  }
}
