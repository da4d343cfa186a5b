import AlarmClock
import Faces
import Hardware

/// What the idle display shows at a moment.
struct IdleDisplay: Hashable {
  var content: ClockFace.Content
  var face: DisplayFace
  /// How long that holds at least.
  var holds: Duration
  /// The message that is seen, or was seen last where the time has its turn between messages.
  var message: String?
}

extension IdleDisplay {
  /// What goes before the face, as it is at a moment.
  struct Others {
    var notice: (face: DisplayFace, until: Duration)?
    var peek: Peek?
    var countdown: Countdown?
    var waiting: Peek.Waiting = []
  }

  /// A look, what was noticed, what is left of a timer, a message, or the face that the settings ask for: the first of these
  /// that there is, as bright as it is to be.
  ///
  /// - Parameter message: asked only where messages have their turn.
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
