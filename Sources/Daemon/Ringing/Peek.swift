import AlarmClock
import Faces

/// A look at the face, also where the display is off, or shows something else: first the time, then one turn after another.
struct Peek: Hashable {
  /// On the clock that does not step.
  private(set) var until: Duration
  private(set) var content = IdleFace.Content.time
  private var since: Duration

  static let length: Duration = .seconds(10)
  /// What an otherwise dark display is lit with.
  static let brightness = 1

  init(at now: Duration) { (until, since) = (now + Self.length, now) }

  func isOn(at now: Duration) -> Bool { now < until }

  /// Asked for again: goes on to the next of what there is to show.
  mutating func goOn(_ scene: FaceScene, at now: Instant, monotonic: Duration) {
    let contents = [.time] + scene.contents(at: now)
    let next = (contents.firstIndex(of: content) ?? 0) + 1
    content = next < contents.count ? contents[next] : .time
    (until, since) = (monotonic + Self.length, monotonic)
  }

  /// What it shows; nil: there is nothing to say of that any more.
  func face(_ scene: FaceScene, at now: Instant, monotonic: Duration) -> IdleFace? {
    let turn = max(1, scene.settings.face.turnFor.components.seconds)
    return scene.face(of: content, after: (monotonic - since).components.seconds % turn, at: now)
  }
}
