import Faces
import Hardware
import Machine

/// Updates the idle display each minute, or second if shown, on the display's thread: a face costs one wakeup.
struct FaceRunner: Hook {
  private struct Progress {
    var fading = FadingFace()
    var ringingFaces = 0
  }

  let face: ClockFace
  let screen: any FaceScreen
  let time: any TimeSource
  private let progress = Box(Progress())

  private static let longest: Duration = .seconds(60)
  /// How often to check that the light sensor answers. A lit display is refreshed as often, so no wakeup is added.
  private static let sensorCheck: Duration = .seconds(10)

  func start(_ ringer: Ringer) {
    screen.follow { [self] in step(ringer) }
  }

  /// Shows the current face, unless something rings. Returns how long it holds.
  func step(_ ringer: Ringer) -> Duration {
    let now = time.now
    let monotonic = time.monotonic
    let isLightFollowed = face.askForLight(at: monotonic)
    // A ring has the display, and refreshes it at its end.
    guard !ringer.isRinging else { return Self.longest }
    // Computed before the rings' lock is taken, because an alarm that comes due needs that lock.
    let rung = face.ringingFaces
    let wanted = face.shown(at: now, monotonic: monotonic, isForDisplay: true)
    let moves = face.mayFade
    let step = progress.withLock { progress in
      if rung != progress.ringingFaces { progress.fading.forget() }
      progress.ringingFaces = rung
      return progress.fading.step(to: wanted.face, at: monotonic, moves: moves)
    }
    ringer.ifIdle {
      var told = wanted
      told.face = step.face
      face.noteTold(told)
      screen.show(step.face)
    }
    let holds = isLightFollowed ? min(wanted.holds, Self.sensorCheck) : wanted.holds
    return step.hold.map { min($0, holds) } ?? holds
  }

  func refresh() { screen.askKeeper() }

  func note(_ news: EngineNews) {
    switch news {
    case .nextRingChanged, .allEnded, .clock, .timersChanged: refresh()
    case .misses(let hasMisses):
      face.use(hasMisses: hasMisses)
      refresh()
    // Most changes of the light change nothing on the display.
    case .readingsChanged(let isLight):
      if !isLight || face.heedsLight(at: time.now, monotonic: time.monotonic) { refresh() }
    default: break
    }
  }

  /// Shows the face for ten seconds, even if off. Again, steps through the contents. Returns `false` during a ring.
  @discardableResult
  func peek(_ ringer: Ringer) -> Bool {
    guard !ringer.isRinging else { return false }
    // A ring that begins now ends the peek.
    face.peek(at: time.now, monotonic: time.monotonic)
    refresh()
    return true
  }

  func goOnPeeking() { face.goOnPeeking(at: time.now, monotonic: time.monotonic) }

  /// Reads the zones in the settings. Never on the display's thread, where a hanging disk would delay a ring's face.
  func settingsChanged() {
    defer { refresh() }
    guard let names = face.zonesToRead else { return }
    let zones = names.compactMap { name -> OtherZone? in
      do throws(SystemError) {
        return OtherZone(name: name, rules: try ZoneDatabase.rules(named: name))
      } catch {
        // It is left out until the settings ask for others.
        return nil
      }
    }
    face.use(zones, askedFor: names)
  }
}

struct FadingFace {
  private var shown: DisplayFace?
  private var fade: Fade?
  private var due: Duration = .zero

  /// Makes the next face appear at once, because something else had the display.
  mutating func forget() { (shown, fade) = (nil, nil) }

  /// Returns the next face on the way to the wanted one, and how long it holds; `nil` if it is the wanted one.
  mutating func step(to wanted: DisplayFace, at now: Duration, moves: Bool) -> (face: DisplayFace, hold: Duration?) {
    guard moves, let before = shown, before.brightness != wanted.brightness else {
      (shown, fade) = (wanted, nil)
      return (wanted, nil)
    }
    if fade?.target != wanted.brightness || fade == nil {
      fade = Fade(from: before.brightness, to: wanted.brightness)
      due = now
    }
    // A face that goes dark keeps its text while it fades.
    var face = wanted.brightness == nil ? before : wanted
    face.brightness = before.brightness
    if let hold = fade?.hold, now >= due {
      face.brightness = fade?.next()
      due = now + hold
    }
    guard face.brightness != wanted.brightness else {
      (shown, fade) = (wanted, nil)
      return (wanted, nil)
    }
    shown = face
    return (face, due - now)
  }
}
