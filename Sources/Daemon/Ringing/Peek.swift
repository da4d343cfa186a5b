import AlarmClock
import Faces

/// A look at the face, also where the display is off, or shows something else: first the time, then each message that waits,
/// then one turn after another.
struct Peek: Hashable {
  enum Page: Hashable {
    case face(IdleFace.Content)
    /// By its id.
    case message(String)
  }

  /// What it shows, and how long that holds at least.
  struct View {
    var content: ClockFace.Content
    var text: String
    var isBlinking = false
    var holds: Duration
  }

  typealias Waiting = [(id: String, pass: MessagePass)]

  /// On the clock that does not step.
  private(set) var until: Duration
  private(set) var page = Page.face(.time)
  private var since: Duration

  static let length: Duration = .seconds(10)
  /// What an otherwise dark display is lit with.
  static let brightness = 1

  init(at now: Duration) { (until, since) = (now + Self.length, now) }

  func isOn(at now: Duration) -> Bool { now < until }

  /// Asked for again: goes on to the next of what there is to show. A long message is shown once as a whole.
  mutating func goOn(_ scene: FaceScene, _ waiting: Waiting, at now: Instant, monotonic: Duration) {
    let pages = [.face(.time)] + waiting.map { Page.message($0.id) } + scene.contents(at: now).map(Page.face)
    let next = (pages.firstIndex(of: page) ?? 0) + 1
    page = next < pages.count ? pages[next] : .face(.time)
    let length = pass(of: waiting).map { max(Self.length, $0.length) } ?? Self.length
    (until, since) = (monotonic + length, monotonic)
  }

  /// nil: there is nothing to say of that any more.
  func view(_ scene: FaceScene, _ waiting: Waiting, at now: Instant, monotonic: Duration) -> View? {
    let (elapsed, left) = (monotonic - since, until - monotonic)
    switch page {
    case .face(let content):
      let turn = max(1, scene.settings.face.turnFor.components.seconds)
      return scene.face(of: content, after: elapsed.components.seconds % turn, at: now).map { face in
        View(
          content: .face(face.content), text: face.text, isBlinking: face.isBlinking, holds: min(left, .seconds(1)))
      }
    case .message:
      return pass(of: waiting).map { pass in
        let view = pass.view(at: .nanoseconds(elapsed.wholeNanoseconds % pass.length.wholeNanoseconds))
        return View(content: .message, text: view.text, holds: min(left, view.holds))
      }
    }
  }

  private func pass(of waiting: Waiting) -> MessagePass? {
    guard case .message(let id) = page else { return nil }
    return waiting.first { $0.id == id }?.pass
  }
}
