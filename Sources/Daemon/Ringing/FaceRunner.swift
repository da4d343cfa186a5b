import Faces
import Hardware
import Machine
import Synchronization

/// Keeps the idle display at what it has to show: at the right minute, and at the right second where seconds are shown. The
/// display's own thread does it, so that a face costs one wakeup.
final class FaceRunner: SettingsFollower {
  private struct Progress {
    var fading = FadingFace()
    var ringingFaces = 0
    var isOver = false
  }

  let face: ClockFace
  private let screen: any FaceScreen
  private let time: any TimeSource
  private let progress: Mutex<Progress>

  private static let longest: Duration = .seconds(60)
  /// So often somebody looks whether the light sensor still answers while it is followed; as often as a lit display is
  /// told its face once more, so that it is no wakeup of its own.
  private static let sensorCheck: Duration = .seconds(10)

  init(face: ClockFace, screen: any FaceScreen, time: any TimeSource) {
    self.face = face
    self.screen = screen
    self.time = time
    progress = Mutex(Progress(ringingFaces: face.ringingFaces))
  }

  func start(_ ringer: Ringer) {
    screen.follow { [self] in step(ringer) }
  }

  /// Shows the face of this moment, unless something rings; returns how long it holds.
  func step(_ ringer: Ringer) -> Duration {
    let now = time.now
    let monotonic = time.monotonic
    let isLightFollowed = face.askForLight(at: monotonic)
    // A ring has the display; its end asks for the face.
    guard !ringer.isRinging else { return Self.longest }
    // Worked out before the rings' lock is taken, which an alarm that comes due needs.
    let rung = face.ringingFaces
    let wanted = face.shown(at: now, monotonic: monotonic, isForDisplay: true)
    let moves = face.mayFade
    let step = progress.withLock { progress in
      if rung != progress.ringingFaces { progress.fading.forget() }
      progress.ringingFaces = rung
      return progress.fading.step(to: wanted.face, at: monotonic, moves: moves)
    }
    ringer.ifIdle {
      progress.withLock { progress in
        guard !progress.isOver else { return }
        var told = wanted
        told.face = step.face
        face.noteTold(told)
        screen.show(step.face)
      }
    }
    let holds = isLightFollowed ? min(wanted.holds, Self.sensorCheck) : wanted.holds
    return step.hold.map { min($0, holds) } ?? holds
  }

  func refresh() { screen.askKeeper() }

  /// A sensor says something else.
  ///
  /// - Parameter isLight: nothing but how light the room is, which most often changes nothing.
  func readingsChanged(isLight: Bool) {
    if !isLight || face.heedsLight(at: time.now, monotonic: time.monotonic) { refresh() }
  }

  func stop() { progress.withLock { $0.isOver = true } }

  /// Shows the face for ten seconds, though the display is off; asked for within them, goes on to messages and turns.
  ///
  /// - Returns: false, and nothing is done, while something rings.
  @discardableResult
  func peek(_ ringer: Ringer) -> Bool {
    guard !ringer.isRinging else { return false }
    // A ring that begins now takes the look away again.
    face.peek(at: time.now, monotonic: time.monotonic)
    refresh()
    return true
  }

  /// Goes on to the next of what there is to show, where somebody looks at the face.
  func goOnPeeking() { face.goOnPeeking(at: time.now, monotonic: time.monotonic) }

  /// One that cannot be read is left out until the settings ask for others.
  private func readZones() {
    guard let names = face.zonesToRead else { return }
    let zones = names.compactMap { name -> OtherZone? in
      do throws(SystemError) {
        return OtherZone(name: name, rules: try ZoneDatabase.rules(named: name))
      } catch {
        return nil
      }
    }
    face.use(zones, askedFor: names)
  }

  /// Reads the zones of the settings. Never on the display's thread: a disk that hangs would hold up what a ring shows.
  func settingsChanged() {
    readZones()
    refresh()
  }
}

struct FadingFace {
  private var shown: DisplayFace?
  private var fade: Fade?
  private var due: Duration = .zero

  /// Somebody else had the display: what comes next is shown at once.
  mutating func forget() { (shown, fade) = (nil, nil) }

  /// The face to show at a moment on the way to the one that is wanted, and how long until the next step; nil: it is there.
  mutating func step(to wanted: DisplayFace, at now: Duration, moves: Bool) -> (face: DisplayFace, hold: Duration?) {
    guard moves, let before = shown, before.brightness != wanted.brightness else {
      (shown, fade) = (wanted, nil)
      return (wanted, nil)
    }
    if fade?.target != wanted.brightness || fade == nil {
      fade = Fade(from: before.brightness, to: wanted.brightness)
      due = now
    }
    // What goes dark does so as it was.
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
