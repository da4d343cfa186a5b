import AlarmClock
import Faces

/// A look at the face, also where the display is off: first what it would show, then one turn after another.
struct Peek: Hashable {
  /// On the clock that does not step.
  private(set) var until: Duration
  /// What has its turn; nil: what the display would show.
  private(set) var content: IdleFace.Content?
  private var since: Duration

  static let length: Duration = .seconds(10)
  /// What an otherwise dark display is lit with.
  static let brightness = 1

  init(at now: Duration) { (until, since) = (now + Self.length, now) }

  func isOn(at now: Duration) -> Bool { now < until }

  /// Asked for again: goes on to the next of what there is to show.
  mutating func goOn(_ scene: FaceScene, at now: Instant, monotonic: Duration) {
    let contents = scene.contents(at: now)
    let next = content.flatMap { contents.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    content = contents.indices.contains(next) ? contents[next] : nil
    (until, since) = (monotonic + Self.length, monotonic)
  }

  /// The turn that it shows; nil: what the display would show.
  func face(_ scene: FaceScene, at now: Instant, monotonic: Duration) -> IdleFace? {
    let turn = max(1, scene.settings.face.turnFor.components.seconds)
    return content.flatMap { scene.face(of: $0, after: (monotonic - since).components.seconds % turn, at: now) }
  }
}
