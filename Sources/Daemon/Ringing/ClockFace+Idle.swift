import AlarmClock
import Faces
import Hardware

/// What the display shows while nothing rings.
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
    /// How bright it is, and how long that holds.
    var light: Dimmer.Target
    /// How long until it has to be seen again whether it is dark; nil: until the light is another.
    var look: Duration?

    /// Whether there is anything to be seen but messages and what people peek at.
    var isShown: Bool { scene.isShown && light.level != nil }
    var showsMessages: Bool { scene.showsMessages && light.level != nil }
  }

  func idle(at now: Instant, monotonic: Duration) -> DisplayFace { shown(at: now, monotonic: monotonic).face }

  private var test: DisplayFace? { state.withLock { $0.test } }
  /// Whether it may come by and by: what is tested is to be seen at once.
  var mayFade: Bool { inForce.settings.face.moves && test == nil }

  /// - Parameter isForDisplay: the display is about to show it, and need not be woken for the light that it goes by.
  func shown(at now: Instant, monotonic: Duration, isForDisplay: Bool = false) -> IdleDisplay {
    let minute: Int64 = 60_000_000_000
    // Whatever it shows, it is looked at each minute.
    let toTheMinute = Duration.nanoseconds(minute - (now.nanoseconds % minute + minute) % minute)
    if let test { return IdleDisplay(content: .notice, face: test, holds: toTheMinute) }
    let basis = basis(at: now, monotonic: monotonic)
    if isForDisplay {
      state.withLock { $0.seen = State.Sight(level: basis.light.level, isDark: basis.scene.isDark) }
    }
    let others = others(at: monotonic)
    // Others are asked without the lock.
    let message = state.withLock { $0.message }
    var display = IdleDisplay(basis, others, at: now, monotonic: monotonic) { message(monotonic) }
    display.holds = min(display.holds, toTheMinute)
    return display
  }

  func others(at monotonic: Duration) -> IdleDisplay.Others {
    let (notice, peek, countdown, messages) = state.withLock { ($0.notice, $0.peek, $0.countdown, $0.messages) }
    var course = peek?.isOn(at: monotonic) == true ? messages(monotonic) : nil
    return IdleDisplay.Others(
      notice: notice, peek: peek, countdown: countdown(), waiting: course?.waiting(at: monotonic) ?? [])
  }

  func nextChange(after now: Instant, monotonic: Duration) -> Duration { shown(at: now, monotonic: monotonic).holds }

  /// Whether the display is meant to be on while nothing rings.
  func isLit(at now: Instant, monotonic: Duration) -> Bool {
    basis(at: now, monotonic: monotonic).light.level != nil
  }

  /// - Parameter isRinging: a ring has the display: its light is not the room's, and what rings next is not asked for.
  func basis(at now: Instant, monotonic: Duration, isRinging: Bool = false) -> Basis {
    let surroundings = surroundings(isRinging: isRinging)
    return state.withLock { state in
      // A ring that has ended meanwhile shone until just now.
      let isLit = isRinging || surroundings.isLampLit || state.ringingFaces != state.ringingFacesSeen
      if !isRinging { state.ringingFacesSeen = state.ringingFaces }
      return state.basis(of: surroundings, on: shape, at: now, monotonic: monotonic, isLit: isLit)
    }
  }

  /// What others say, who are asked without the lock.
  fileprivate struct Surroundings {
    var settings: Settings
    var nextRing: NamedRing?
    var readings: Readings
    var isLampLit: Bool
  }

  private func surroundings(isRinging: Bool) -> Surroundings {
    let (nextRing, readings, isLampLit) = state.withLock { ($0.nextRing, $0.readings, $0.isLampLit) }
    return Surroundings(
      settings: inForce.settings, nextRing: isRinging ? nil : nextRing(), readings: readings(),
      isLampLit: isLampLit())
  }

  // MARK: The light of the room

  /// Has the light sensor asked often while the face goes by it; returns whether it does.
  @discardableResult
  func askForLight(at monotonic: Duration) -> Bool {
    let (follow, isPeeking) = state.withLock { ($0.followLight, $0.peek?.isOn(at: monotonic) ?? false) }
    let settings = inForce.settings
    let isFollowed = settings.followsLight || isPeeking && settings.usesLight
    follow(isFollowed)
    return isFollowed
  }

  /// Whether the display's thread has to look at what the light sensor says now. A sensor never says the same twice, and most
  /// of it changes nothing.
  func heedsLight(at now: Instant, monotonic: Duration) -> Bool {
    let surroundings = surroundings(isRinging: false)
    return state.withLock { state in
      guard let seen = state.seen else { return true }
      var next = state
      let isLit = surroundings.isLampLit || state.ringingFaces != state.ringingFacesSeen
      let basis = next.basis(of: surroundings, on: shape, at: now, monotonic: monotonic, isLit: isLit)
      return seen != State.Sight(level: basis.light.level, isDark: basis.scene.isDark)
        || next.dimmer != state.dimmer || next.darkness != state.darkness
        || next.dimmer.isUndecided || next.darkness.isUndecided
    }
  }

  // MARK: Peeking

  /// Shows the face for ten seconds; again within them, the messages, and what comes by turns, one after the other.
  func peek(at now: Instant, monotonic: Duration) {
    guard !goOnPeeking(at: now, monotonic: monotonic) else { return }
    state.withLock { $0.peek = Peek(at: monotonic) }
    measureAnew(at: monotonic)
  }

  /// Goes on to the next, where somebody looks at the face; else false.
  @discardableResult
  func goOnPeeking(at now: Instant, monotonic: Duration) -> Bool {
    let scene = basis(at: now, monotonic: monotonic).scene
    let waiting = others(at: monotonic).waiting
    return state.withLock { state in
      guard state.peek?.isOn(at: monotonic) == true else { return false }
      state.peek?.goOn(scene, waiting, at: now, monotonic: monotonic)
      return true
    }
  }

  /// While the display is off, the light is measured once a minute: what was measured last may be of before lights out.
  private func measureAnew(at monotonic: Duration) {
    let (settings, readings) = (inForce.settings, state.withLock { $0.readings })
    guard settings.usesLight, !settings.followsLight, readings().illuminance != nil else { return }
    // Who measures anew forgets what it said.
    askForLight(at: monotonic)
    state.withLock { state in
      state.dimmer.startOver(at: monotonic)
      state.darkness.startOver()
    }
  }

  // MARK: Zones

  /// The zones that the settings ask for and that are not read yet; nil: they are.
  var zonesToRead: [String]? {
    let asked = inForce.settings.face.zones
    return state.withLock { $0.otherZones.asked == asked ? nil : asked }
  }

  func use(_ zones: [OtherZone], askedFor names: [String]) { state.withLock { $0.otherZones = (names, zones) } }

  var told: IdleDisplay? { state.withLock { $0.told } }
  func noteTold(_ display: IdleDisplay) { state.withLock { $0.told = display } }

  /// Changes whenever a ring has had the display.
  var ringingFaces: Int { state.withLock { $0.ringingFaces } }
}

extension ClockFace.State {
  /// - Parameter isLit: a light of the clock's own is on.
  fileprivate mutating func basis(
    of surroundings: ClockFace.Surroundings, on shape: DisplayShape, at now: Instant, monotonic: Duration, isLit: Bool
  ) -> ClockFace.Basis {
    let (settings, readings) = (surroundings.settings, surroundings.readings)
    let isByLight = settings.face.theme == .light
    let look = isByLight ? darkness.look(at: readings, monotonic, isLampLit: isLit) : nil
    let scene = FaceScene(
      shape: shape, settings: settings, zone: zone, otherZones: otherZones.found, nextAlarm: surroundings.nextRing?.due,
      nextLabel: surroundings.nextRing?.label ?? "",
      hasMiss: hasMisses, isRight: isRight, readings: readings, isDark: darkness.isDark)
    let light = dimmer.target(
      for: scene.dimming(at: now), of: settings,
      at: Dimmer.Moment(now: now, monotonic: monotonic, zone: zone), readings: readings, isLampLit: isLit)
    return ClockFace.Basis(scene: scene, light: light, look: look)
  }
}

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
