import Glibc
import Hardware

/// A camera that sees the picture held in front of it, or an empty room, which is dark unless a light is on. It
/// delivers 640 x 480 gray pixels, 15 frames per second.
public final class MockCamera: Camera, MockDevice {
  private struct State {
    var isOpen = false
    var isRoomLit = false
    /// The picture and its name for the history; `nil` if nothing is held up.
    var picture: (name: String, frame: GrayFrame)?
    /// Counts the changes of the picture.
    var scene = 0
    /// The scene and time of the last frame since `open`, and the time of the first frame of that scene.
    var lastFrame: (scene: Int, moment: Int64, begin: Int64)?
  }

  private static let dark = GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: 0)
  private static let lit = GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: 120)
  private static let frameInterval: Int64 = 1_000_000_000 / 15
  /// The interval of frames on a coarse clock once the scene has not changed for `restAfter`.
  private static let restingInterval: Int64 = 500_000_000
  private static let restAfter: Int64 = 3_000_000_000
  private static let patience: Int64 = 2_000_000_000

  private let clock: MockClock
  private let lamp: MockSwitch?
  private let core: MockCore<State>

  /// - Parameter lamp: lights the empty room. Without it, only `light` does.
  public init(history: MockHistory = MockHistory(), clock: MockClock = .system, lamp: MockSwitch? = nil) {
    self.clock = clock
    self.lamp = lamp
    core = MockCore(.camera, State(), history, waitingBy: clock)
  }

  /// Whether the camera is open; always false after a failure with an error.
  public var isOpen: Bool { core.state.isOpen }

  public var picture: String? { core.state.picture?.name }

  /// Holds a picture in front of the camera, even if the camera fails. Throws EINVAL unless it is 640 x 480.
  /// Returns the number of this showing, for `hide`.
  @discardableResult
  public func show(_ frame: GrayFrame, name: String) throws(HardwareError) -> Int {
    guard (frame.width, frame.height) == (GrayFrame.cameraWidth, GrayFrame.cameraHeight) else {
      throw HardwareError(
        .camera, "showing a picture of \(frame.width)x\(frame.height) (fit it into 640x480 first)", code: EINVAL)
    }
    return core.arrange { state in
      state.picture = (name, frame)
      state.scene += 1
      core.history.record(core.role, "shown", name)
      return state.scene
    }
  }

  /// Takes the picture of this showing away, or any picture for `nil`; the room is empty again.
  public func hide(_ showing: Int? = nil) {
    core.arrange { state in
      guard state.picture != nil, showing == nil || showing == state.scene else { return }
      state.picture = nil
      state.scene += 1
      core.history.record(core.role, "hidden")
    }
  }

  /// Switches a light other than the lamp, which also lights the empty room.
  public func light(_ isOn: Bool) { core.arrange { $0.isRoomLit = isOn } }

  public func open() throws(HardwareError) {
    try core.act("opening") { state, _ throws(HardwareError) in
      guard !state.isOpen else { return }
      state.isOpen = true
      state.lastFrame = nil
      core.history.record(core.role, "open")
    }
  }

  /// Returns the first frame or a changed scene at once, others when due. Throws EBADF if closed, ETIMEDOUT if stalled.
  public func frame() throws(HardwareError) -> GrayFrame {
    let start = clock.monotonicNow()
    while true {
      let (frame, wait) = try look(since: start)
      if let frame { return frame }
      core.event?.wait(wait)
    }
  }

  public func close() { core.arrange { core.change(&$0.isOpen, to: false, "close") } }

  public var failure: MockFailure? { core.failure }

  public func fail(_ failure: MockFailure) {
    core.fail(failure) { state in
      if failure != .stall { core.change(&state.isOpen, to: false, "close") }
    }
  }

  public func heal() { core.heal() }

  /// Returns the frame that is due, or the nanoseconds until one is due unless something changes.
  private func look(since start: Int64) throws(HardwareError) -> (frame: GrayFrame?, wait: Int64) {
    try core.act("waiting for a frame") { state, isStalled throws(HardwareError) in
      guard state.isOpen else { throw HardwareError(.camera, "waiting for a frame while closed", code: EBADF) }
      let now = clock.monotonicNow()
      guard !isStalled else {
        if now - start < Self.patience { return (nil, start + Self.patience - now) }
        throw HardwareError(.camera, "waiting 2 s for a frame", code: ETIMEDOUT)
      }
      let isNew = state.lastFrame?.scene != state.scene
      let begin = isNew ? now : state.lastFrame?.begin ?? now
      let interval = clock.isCoarse && now - begin > Self.restAfter ? Self.restingInterval : Self.frameInterval
      if let last = state.lastFrame, !isNew, now - last.moment < interval { return (nil, last.moment + interval - now) }
      state.lastFrame = (state.scene, now, begin)
      if isNew { core.history.record(core.role, "frame", state.picture?.name ?? "dark") }
      return (state.picture?.frame ?? (state.isRoomLit || lamp?.isOn == true ? Self.lit : Self.dark), 0)
    }
  }
}
