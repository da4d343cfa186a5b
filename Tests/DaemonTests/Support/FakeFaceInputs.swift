import AlarmClock
import Faces
import Hardware

@testable import Daemon
@testable import Machine

/// What a face depends on, as tests change it.
final class FakeFaceInputs: FaceInputs {
  struct State {
    var idle = IdleInputs(zone: .utc)
    var readings: @Sendable () -> Readings = { Readings() }
    var isLampLit: @Sendable () -> Bool = { false }
    var followLight: @Sendable (Bool) -> Void = { _ in }
    var countdown: @Sendable () -> Countdown? = { nil }
  }
  let state = Box(State())

  var ringing: RingInputs { RingInputs(zone: state.value.idle.zone, readings: state.value.readings()) }
  var idle: IdleInputs {
    let state = state.value
    var idle = state.idle
    (idle.readings, idle.isLampLit, idle.countdown) = (state.readings(), state.isLampLit(), state.countdown())
    return idle
  }
  func followLight(_ isFollowed: Bool) { state.value.followLight(isFollowed) }
}

extension ClockFace {
  convenience init(_ settings: Settings = Settings()) { self.init(BookInForce(AlarmBook(settings: settings))) }

  convenience init(
    _ inForce: BookInForce, shape: DisplayShape = .fourDigits, messages: (any MessageSource)? = nil
  ) {
    self.init(inForce: inForce, shape: shape, inputs: FakeFaceInputs(), messages: messages)
  }

  func set(_ change: (inout FakeFaceInputs.State) -> Void) {
    guard let inputs = inputs as? FakeFaceInputs else { preconditionFailure("the inputs are real") }
    inputs.state.withLock { change(&$0) }
  }
}
