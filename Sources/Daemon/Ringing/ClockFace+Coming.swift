import AlarmClock
import Faces
import Hardware

/// What the idle display is to show next, as long as nothing changes but the time.
extension ClockFace {
  struct Coming: Hashable {
    var at: Instant
    /// nil: an alarm rings; what comes after it nobody knows.
    var content: Content?
    var face: DisplayFace
    var isNight: Bool
  }

  /// What tells a face from the one before: seconds, a blinking colon and the steps of a message do not.
  private struct Key: Hashable {
    var content: Content
    var text: String
    var brightness: Int?
    var isNight: Bool
  }

  /// How far it looks ahead, and how often it looks.
  private static let (farthest, mostSteps) = (Duration.seconds(86_400), 1_000)

  /// - Parameter count: how many at most.
  func coming(after now: Instant, monotonic: Duration, count: Int) -> [Coming] {
    var basis = basis(at: now, monotonic: monotonic)
    // How dark the room will be nobody knows.
    basis.look = nil
    var others = others(at: monotonic)
    let (countdown, ring) = (others.countdown, basis.scene.nextAlarm.flatMap { $0 > now ? $0 - now : nil })
    var (dimmer, messages) = state.withLock { ($0.dimmer, $0.messages) }
    var course = messages(monotonic)
    var dimming = basis.scene.dimming(at: now)
    var lightEnd = basis.light.holds
    var (elapsed, coming, last) = (Duration.zero, [Coming](), Key?.none)
    for _ in 0..<Self.mostSteps where coming.count < count && elapsed < Self.farthest {
      let (at, moment) = (now + elapsed, monotonic + elapsed)
      if let ring, elapsed >= ring {
        let text = basis.scene.settings.clockText(of: basis.scene.zone.local(at).time)
        return coming + [
          Coming(
            at: at, content: nil, face: DisplayFace(text: text, brightness: Self.ringBrightness),
            isNight: basis.scene.isNight(at: at))
        ]
      }
      if elapsed >= lightEnd || basis.scene.dimming(at: at) != dimming {
        dimming = basis.scene.dimming(at: at)
        basis.light = dimmer.target(
          for: dimming, of: basis.scene.settings,
          at: Dimmer.Moment(now: at, monotonic: moment, zone: basis.scene.zone), readings: basis.scene.readings)
        lightEnd = elapsed + basis.light.holds
      }
      basis.light.holds = lightEnd - elapsed
      others.countdown = countdown?.after(elapsed)
      others.waiting = course?.waiting(at: moment) ?? []
      let display = IdleDisplay(basis, others, at: at, monotonic: moment) { course?.sight(at: moment) }
      let isNight = basis.scene.isNight(at: at)
      let key = Key(
        content: display.content, text: text(telling: display, basis.scene, others.countdown, at: at),
        brightness: display.face.brightness,
        isNight: isNight)
      if let last, last != key {
        coming.append(Coming(at: at, content: display.content, face: display.face, isNight: isNight))
      }
      last = key
      // Whoever ends it, it stays until then.
      if others.countdown?.isEnded == true, display.content == .timer { break }
      elapsed += min(max(display.holds, .milliseconds(1)), ring.map { $0 - elapsed } ?? display.holds)
    }
    return coming
  }

  private func text(
    telling display: IdleDisplay, _ scene: FaceScene, _ countdown: Countdown?, at moment: Instant
  ) -> String {
    switch display.content {
    case .face(.time):
      let time = scene.zone.local(moment).time
      return "\(time.hour):\(time.minute)"
    case .face(.seconds), .nothing: return ""
    case .timer: return countdown?.isEnded == true ? Self.endText : ""
    case .message: return display.message ?? ""
    case .face, .notice: return display.face.text
    }
  }
}

extension Countdown {
  fileprivate func after(_ elapsed: Duration) -> Countdown {
    guard case .running(let left) = self else { return self }
    return left > elapsed ? .running(left: left - elapsed) : .ended(label: "")
  }
}
