import AlarmClock
import Faces
import Hardware

struct IdleDisplay: Hashable {
  var content: ClockFace.Content
  var face: DisplayFace
  /// How long the face holds at least.
  var holds: Duration
  /// The message that is shown, or that was shown last if the time has its turn between messages.
  var message: String?
}

extension IdleDisplay {
  struct Others {
    var notice: (face: DisplayFace, until: Duration)?
    var peek: Peek?
    var countdown: Countdown?
    var waiting: Peek.Waiting = []
  }

  /// Shows the first of these that exists: a peek, a notice, a timer, a message in its turn, the face in the settings.
  init(
    _ basis: ClockFace.Basis, _ others: Others, at now: Instant, monotonic: Duration, message: () -> MessageSight?
  ) {
    let scene = basis.scene
    let peek = others.peek.flatMap { $0.isOn(at: monotonic) ? $0 : nil }
    let isSeen = basis.isShown || peek != nil
    let brightness = basis.light.level ?? Peek.brightness
    let holds =
      [basis.light.holds, basis.look, scene.nextTheme(after: now), peek.map { $0.until - monotonic }]
      .compactMap(\.self).min() ?? .zero
    func shows(
      _ content: ClockFace.Content, _ text: String, blinks isBlinking: Bool = false, for length: Duration?,
      message: String? = nil
    ) -> IdleDisplay {
      IdleDisplay(
        content: content, face: DisplayFace(text: text, brightness: brightness, isBlinking: isBlinking),
        holds: min(holds, length ?? holds), message: message)
    }
    if let peek, let view = peek.view(scene, others.waiting, at: now, monotonic: monotonic) {
      self = shows(view.content, view.text, blinks: view.isBlinking, for: view.holds)
      if case .message(let id) = peek.page { self.message = id }
      return
    }
    if isSeen, let notice = others.notice, monotonic < notice.until {
      self = shows(.notice, "", for: notice.until - monotonic)
      face = notice.face
      face.brightness = brightness
      return
    }
    if isSeen, let timer = others.countdown {
      guard case .ended(let label) = timer else {
        self = shows(.timer, timer.text, for: timer.nextChange)
        return
      }
      let pages = label.isEmpty ? [] : AlternatingText(label, on: scene.shape).pages
      let flashes = scene.settings.flashes
      let (page, length) = AlternatingText.turn(of: pages, after: monotonic)
      self = shows(
        .timer, page ?? (flashes ? timer.text : ClockFace.endText), blinks: page == nil && flashes,
        for: pages.isEmpty ? nil : length)
      return
    }
    let sight = basis.showsMessages ? message() : nil
    if let sight, let text = sight.text {
      self = shows(.message, text, for: sight.holds, message: sight.last)
    } else if isSeen {
      let face = scene.face(at: now)
      let length = min(scene.holds(from: now), sight?.holds ?? holds)
      self = shows(.face(face.content), face.text, blinks: face.isBlinking, for: length, message: sight?.last)
    } else {
      self = IdleDisplay(content: .nothing, face: .dark, holds: holds)
    }
  }
}

/// A brief look at the face, even if it is off: the time, then each waiting message, then each alternating content.
struct Peek: Hashable {
  enum Page: Hashable {
    case face(IdleFace.Content)
    /// The id of a message.
    case message(String)
  }

  struct View {
    var content: ClockFace.Content
    var text: String
    var isBlinking = false
    var holds: Duration
  }

  typealias Waiting = [(id: String, pass: MessagePass)]

  /// On the monotonic clock.
  private(set) var until: Duration
  private(set) var page = Page.face(.time)
  private var since: Duration

  static let length: Duration = .seconds(10)
  /// The brightness of an otherwise dark display.
  static let brightness = 1

  init(at now: Duration) { (until, since) = (now + Self.length, now) }

  func isOn(at now: Duration) -> Bool { now < until }

  /// Steps to the next page, when asked for again. A long message is shown once in full.
  mutating func goOn(_ scene: FaceScene, _ waiting: Waiting, at now: Instant, monotonic: Duration) {
    let pages = [.face(.time)] + waiting.map { Page.message($0.id) } + scene.contents(at: now).map(Page.face)
    let next = (pages.firstIndex(of: page) ?? 0) + 1
    page = next < pages.count ? pages[next] : .face(.time)
    let length = pass(of: waiting).map { max(Self.length, $0.length) } ?? Self.length
    (until, since) = (monotonic + length, monotonic)
  }

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
