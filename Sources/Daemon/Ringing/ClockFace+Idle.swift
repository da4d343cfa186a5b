import AlarmClock
import Faces
import Hardware

/// What the display shows while nothing rings.
extension ClockFace {
  /// What it is about.
  enum Content: Hashable, Sendable {
    /// The display is off.
    case nothing
    case notice
    case timer
    case face(IdleFace.Content)
  }

  /// How bright the display is while nothing rings; nil: it is off.
  func level(_ settings: Settings) -> Int? { settings.brightness }

  /// What was noticed, what is left of a timer, or the face that the settings ask for, at the brightness that was chosen.
  /// Nothing, blinking, of a timer that has ended, or where nothing is to blink, `End`.
  func idle(at now: Instant, monotonic: Duration) -> DisplayFace { shown(at: now, monotonic: monotonic).face }

  private var test: DisplayFace? { state.withLock { $0.test } }
  /// Whether it may come by and by: what is tested is to be seen at once.
  var mayFade: Bool { inForce.settings.face.moves && test == nil }

  func shown(at now: Instant, monotonic: Duration) -> (content: Content, face: DisplayFace) {
    if let test { return (.notice, test) }
    let scene = scene(monotonic: monotonic).scene
    let settings = scene.settings
    let chosen = level(settings)
    let (notice, peek, countdown) = state.withLock { ($0.notice, $0.peek, $0.countdown) }
    let look = peek.flatMap { $0.isOn(at: monotonic) ? $0 : nil }
    let isDark = chosen == nil || !scene.isShown
    guard !isDark || look != nil else { return (.nothing, DisplayFace(text: "", brightness: nil)) }
    let brightness = chosen ?? Peek.brightness
    func shown(_ face: IdleFace) -> (Content, DisplayFace) {
      (.face(face.content), DisplayFace(text: face.text, brightness: brightness, isBlinking: face.isBlinking))
    }
    if let turn = look?.face(scene, at: now, monotonic: monotonic) { return shown(turn) }
    if let notice, monotonic < notice.until {
      var face = notice.face
      face.brightness = face.brightness ?? brightness
      return (.notice, face)
    }
    if let countdown = countdown() {
      let isEnd = countdown == .ended
      return (
        .timer,
        DisplayFace(
          text: isEnd && !settings.flashes ? Self.endText : countdown.text, brightness: brightness,
          isBlinking: isEnd && settings.flashes)
      )
    }
    return shown(scene.face(at: now))
  }

  /// How long the idle face of `now` holds.
  func nextChange(after now: Instant, monotonic: Duration) -> Duration {
    let minute: Int64 = 60_000_000_000
    var waits = [Duration.nanoseconds(minute - (now.nanoseconds % minute + minute) % minute)]
    let (scene, look) = scene(monotonic: monotonic)
    if let look { waits.append(look) }
    let (notice, peek, countdown) = state.withLock { ($0.notice, $0.peek, $0.countdown) }
    if let notice, notice.until > monotonic { waits.append(notice.until - monotonic) }
    let isPeeking = peek?.isOn(at: monotonic) == true
    if let peek, isPeeking { waits += [peek.until - monotonic, .seconds(1)] }
    if isPeeking || level(scene.settings) != nil && scene.isShown {
      if let countdown = countdown() {
        if let change = countdown.nextChange { waits.append(change) }
      } else {
        waits.append(scene.holds(from: now))
      }
    }
    return waits.min() ?? .zero
  }

  /// What the face follows from, and how long until the light has to be looked at again; nil: until it is another.
  func scene(monotonic: Duration) -> (scene: FaceScene, look: Duration?) {
    let settings = inForce.settings
    // Others are asked without the lock.
    let (nextAlarm, readings) = state.withLock { ($0.nextAlarm, $0.readings) }
    let (alarm, read) = (nextAlarm(), readings())
    return state.withLock { state in
      let look = settings.face.theme == .light ? state.darkness.look(at: read.illuminance, monotonic) : nil
      let scene = FaceScene(
        shape: shape, settings: settings, zone: state.zone, otherZones: state.otherZones.found, nextAlarm: alarm,
        hasMiss: state.hasMisses, isRight: state.isRight, readings: read, isDark: state.darkness.isDark)
      return (scene, look)
    }
  }

  // MARK: Peeking

  /// Shows the face for ten seconds; again within them, what comes by turns, one after the other.
  func peek(at now: Instant, monotonic: Duration) {
    let scene = scene(monotonic: monotonic).scene
    state.withLock { state in
      if state.peek?.isOn(at: monotonic) == true {
        state.peek?.goOn(scene, at: now, monotonic: monotonic)
      } else {
        state.peek = Peek(at: monotonic)
      }
    }
  }

  // MARK: Zones

  /// The zones that the settings ask for and that are not read yet; nil: they are.
  var zonesToRead: [String]? {
    let asked = inForce.settings.face.zones
    return state.withLock { $0.otherZones.asked == asked ? nil : asked }
  }

  func use(_ zones: [OtherZone], askedFor names: [String]) { state.withLock { $0.otherZones = (names, zones) } }

  /// Changes whenever a ring has had the display.
  var ringingFaces: Int { state.withLock { $0.ringingFaces } }
}
