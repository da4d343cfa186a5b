import AlarmClock
import Faces

/// Collects the display's data from the parts of the engine.
struct EngineInputs: FaceInputs {
  let scheduler: Scheduler
  let trust: TrustWatch
  let timers: TimerRunner
  let sensors: Sensors
  let outputs: Outputs

  var ringing: RingInputs { RingInputs(zone: scheduler.zone, readings: sensors.readings.latest) }

  var idle: IdleInputs {
    let zone = scheduler.zoneInForce
    return IdleInputs(
      zone: zone.rules, readings: sensors.readings.latest, isRight: trust.isTrusted && zone.failure == nil,
      nextRing: scheduler.nextRing, countdown: timers.countdown, isLampLit: outputs.isLampLit)
  }

  func followLight(_ isFollowed: Bool) { sensors.followLight(isFollowed) }
}
