import AlarmClock
import Faces
import Hardware

extension ClockFace {
  enum Content: Hashable, Sendable {
    case nothing
    case notice
    case timer
    case message
    case face(IdleFace.Content)
  }

  struct Basis {
    var scene: FaceScene
    /// The brightness, and how long it holds.
    var light: Dimmer.Target
    /// How long until darkness must be checked again; `nil` until the light changes.
    var look: Duration?

    /// Whether anything besides messages and peeks can be seen.
    var isShown: Bool { scene.isShown && light.level != nil }
    var showsMessages: Bool { scene.showsMessages && light.level != nil }
  }

  func idle(at now: Instant, monotonic: Duration) -> DisplayFace { shown(at: now, monotonic: monotonic).face }

  private var test: DisplayFace? { state.withLock { $0.test } }
  /// Whether the brightness may fade. A test must be seen at once.
  var mayFade: Bool { inForce.settings.face.moves && test == nil }

  /// - Parameter isForDisplay: whether it is about to be shown. Then `heedsLight` compares later light with this.
  func shown(at now: Instant, monotonic: Duration, isForDisplay: Bool = false) -> IdleDisplay {
    let minute: Int64 = 60_000_000_000
    // Check again every minute, whatever is shown.
    let toTheMinute = Duration.nanoseconds(minute - (now.nanoseconds % minute + minute) % minute)
    if let test { return IdleDisplay(content: .notice, face: test, holds: toTheMinute) }
    let idle = inputs.idle
    let basis = basis(of: idle, at: now, monotonic: monotonic)
    if isForDisplay {
      state.withLock { $0.seen = State.Sight(level: basis.light.level, isDark: basis.scene.isDark) }
    }
    let others = others(at: monotonic, countdown: idle.countdown)
    var display = IdleDisplay(basis, others, at: now, monotonic: monotonic) { messages?.sight(at: monotonic) }
    display.holds = min(display.holds, toTheMinute)
    return display
  }

  func others(at monotonic: Duration, countdown: Countdown?) -> IdleDisplay.Others {
    let (notice, peek) = state.withLock { ($0.notice, $0.peek) }
    var course = peek?.isOn(at: monotonic) == true ? messages?.course(at: monotonic) : nil
    return IdleDisplay.Others(
      notice: notice, peek: peek, countdown: countdown, waiting: course?.waiting(at: monotonic) ?? [])
  }

  func nextChange(after now: Instant, monotonic: Duration) -> Duration { shown(at: now, monotonic: monotonic).holds }

  /// Whether the display is meant to be on while nothing rings.
  func isLit(at now: Instant, monotonic: Duration) -> Bool {
    basis(of: inputs.idle, at: now, monotonic: monotonic).light.level != nil
  }

  func basis(of inputs: IdleInputs, at now: Instant, monotonic: Duration) -> Basis {
    let settings = inForce.settings
    return state.withLock { state in
      defer { state.ringingFacesSeen = state.ringingFaces }
      return state.basis(of: inputs, settings, on: shape, at: now, monotonic: monotonic)
    }
  }

  /// The basis while a ring has the display, whose light is not the room's.
  func ringBasis(at now: Instant, monotonic: Duration) -> Basis {
    let (ringing, settings) = (inputs.ringing, inForce.settings)
    let inputs = IdleInputs(zone: ringing.zone, readings: ringing.readings, isLampLit: true)
    return state.withLock { $0.basis(of: inputs, settings, on: shape, at: now, monotonic: monotonic) }
  }

  // MARK: The light of the room

  /// Has the light sensor asked often while the face follows the light. Returns whether it does.
  @discardableResult
  func askForLight(at monotonic: Duration) -> Bool {
    let isPeeking = state.withLock { $0.peek?.isOn(at: monotonic) ?? false }
    let settings = inForce.settings
    let isFollowed = settings.followsLight || isPeeking && settings.usesLight
    inputs.followLight(isFollowed)
    return isFollowed
  }

  /// Whether the display's thread must act on the light sensor now. Most readings differ without any effect.
  func heedsLight(at now: Instant, monotonic: Duration) -> Bool {
    let (idle, settings) = (inputs.idle, inForce.settings)
    return state.withLock { state in
      guard let seen = state.seen else { return true }
      var next = state
      let basis = next.basis(of: idle, settings, on: shape, at: now, monotonic: monotonic)
      return seen != State.Sight(level: basis.light.level, isDark: basis.scene.isDark)
        || next.dimmer != state.dimmer || next.darkness != state.darkness
        || next.dimmer.isUndecided || next.darkness.isUndecided
    }
  }

  // MARK: Peeking

  /// Shows the face for ten seconds. Called again within them, steps through the messages and the alternating contents.
  func peek(at now: Instant, monotonic: Duration) {
    guard !goOnPeeking(at: now, monotonic: monotonic) else { return }
    state.withLock { $0.peek = Peek(at: monotonic) }
    measureAnew(at: monotonic)
  }

  /// Steps to the next content if a peek is on; otherwise returns `false`.
  @discardableResult
  func goOnPeeking(at now: Instant, monotonic: Duration) -> Bool {
    let idle = inputs.idle
    let scene = basis(of: idle, at: now, monotonic: monotonic).scene
    let waiting = others(at: monotonic, countdown: idle.countdown).waiting
    return state.withLock { state in
      guard state.peek?.isOn(at: monotonic) == true else { return false }
      state.peek?.goOn(scene, waiting, at: now, monotonic: monotonic)
      return true
    }
  }

  /// Measures the light again. While the display is off, the last reading may be from before lights out.
  private func measureAnew(at monotonic: Duration) {
    let settings = inForce.settings
    guard settings.usesLight, !settings.followsLight, inputs.ringing.readings.illuminance != nil else { return }
    // Asking often makes the sensor forget its last reading.
    askForLight(at: monotonic)
    state.withLock { state in
      state.dimmer.startOver(at: monotonic)
      state.darkness.startOver()
    }
  }

  // MARK: Zones

  /// The zones in the settings that have not been read yet, or `nil` if there are none.
  var zonesToRead: [String]? {
    let asked = inForce.settings.face.zones
    return state.withLock { $0.otherZones.asked == asked ? nil : asked }
  }

  func use(_ zones: [OtherZone], askedFor names: [String]) { state.withLock { $0.otherZones = (names, zones) } }

  var told: IdleDisplay? { state.withLock { $0.told } }
  func noteTold(_ display: IdleDisplay) { state.withLock { $0.told = display } }

  /// Increases with every face that a ring shows.
  var ringingFaces: Int { state.withLock { $0.ringingFaces } }
}

extension ClockFace.State {
  fileprivate mutating func basis(
    of inputs: IdleInputs, _ settings: Settings, on shape: DisplayShape, at now: Instant, monotonic: Duration
  ) -> ClockFace.Basis {
    let (zone, readings) = (inputs.zone, inputs.readings)
    // A ring that has ended meanwhile lit the room until just now.
    let isLit = inputs.isLampLit || ringingFaces != ringingFacesSeen
    let isByLight = settings.face.theme == .light
    let look = isByLight ? darkness.look(at: readings, monotonic, isLampLit: isLit) : nil
    let scene = FaceScene(
      shape: shape, settings: settings, zone: zone, otherZones: otherZones.found, nextAlarm: inputs.nextRing?.due,
      nextLabel: inputs.nextRing?.label ?? "", hasMiss: hasMisses, isRight: inputs.isRight, readings: readings,
      isDark: darkness.isDark)
    let light = dimmer.target(
      for: scene.dimming(at: now), of: settings,
      at: Dimmer.Moment(now: now, monotonic: monotonic, zone: zone), readings: readings, isLampLit: isLit)
    return ClockFace.Basis(scene: scene, light: light, look: look)
  }
}

/// A preview of the idle display, assuming that nothing but the time changes.
extension ClockFace {
  struct Coming: Hashable {
    var at: Instant
    /// `nil` if an alarm rings; what follows it is unknown.
    var content: Content?
    var face: DisplayFace
    var isNight: Bool
  }

  /// The values that make a face a new one. Seconds, a blinking colon and the steps of a message do not count.
  private struct Key: Hashable {
    var content: Content
    var text: String
    var brightness: Int?
    var isNight: Bool
  }

  /// How far to look ahead, and in how many steps at most.
  private static let (farthest, mostSteps) = (Duration.seconds(86_400), 1_000)

  /// Returns at most `count` faces.
  func coming(after now: Instant, monotonic: Duration, count: Int) -> [Coming] {
    let idle = inputs.idle
    var basis = basis(of: idle, at: now, monotonic: monotonic)
    // How dark the room will be is unknown.
    basis.look = nil
    var others = others(at: monotonic, countdown: idle.countdown)
    let (countdown, ring) = (others.countdown, basis.scene.nextAlarm.flatMap { $0 > now ? $0 - now : nil })
    var dimmer = state.withLock { $0.dimmer }
    var course = messages?.course(at: monotonic)
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
      // It stays until someone ends it, so what follows is unknown.
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
