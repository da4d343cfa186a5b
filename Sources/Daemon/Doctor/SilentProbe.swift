import Glibc
import Hardware
import Machine

/// Looks after the devices without a noise or a light: whether the display answers on its bus, and whether sound card and
/// camera are there. Nobody waits for what it finds.
struct SilentProbe: Sendable {
  private struct State {
    var start: Duration?
    var last: SystemLook?
    var lookTime: Duration = .zero
  }

  /// What changes from one moment to the next is forgotten after so long.
  private static let freshness: Duration = .seconds(10)

  let board: Board
  let outputs: Outputs
  let desk: CameraDesk
  let folderPath: String
  let time: any TimeSource
  /// Does something unless an alarm rings; false while one does.
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

  /// Looks, and waits a moment for what it finds: a driver that hangs keeps nobody. What is found later is known the next
  /// time.
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
      // Without a thread nothing new is found; what is known stays.
      state.withLock { $0.start = nil }
      return
    }
    await untilOneEnds({ for await _ in found {} }, { _ = await time.rest(for: Self.patience) })
  }

  private static let patience: Duration = .milliseconds(10)

  /// The sound card comes last, as its driver may hang.
  private func lookAround() {
    var look = SystemLook(board, folderPath: folderPath, mayAskTheCard: false)
    look.tellOfTheCamera(outputs.health, isInUse: desk.holder != nil)
    look.mixer = last?.mixer ?? look.mixer
    note(look)
    look.mixer = SystemLook.mixer(board)
    look.tellOfTheSpeaker(outputs.health)
    note(look)
  }

  /// False while a look is under way; one that takes too long is the sound card's fault.
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
