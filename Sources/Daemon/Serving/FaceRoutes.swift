import AlarmClock
import Control
import ControlService
import Faces
import Hardware

extension RouseDaemon {
  private static let told = 5

  func addFace(to router: inout Router) {
    router.on(GetFace.self) { [self] _ in try faceView() }
    router.on(PeekFace.self) { [self] _ in
      try checkDisplay()
      guard faceRunner.peek(ringer) else {
        throw ControlError.ringing("the display belongs to it until its card was seen")
      }
      return try faceView(afterPeek: true)
    }
  }

  private func checkDisplay() throws(ControlError) {
    try board.fitting.checkDisplay(stillWorks: "`rouse status` says the time, and what rings next")
  }

  /// - Parameter afterPeek: Reports the face that is about to be shown, because the display has not switched yet.
  private func faceView(afterPeek: Bool = false) throws(ControlError) -> FaceView {
    try checkDisplay()
    let (now, monotonic, isRinging) = (time.now, time.monotonic, ringer.isRinging)
    let basis =
      isRinging
      ? face.ringBasis(at: now, monotonic: monotonic)
      : face.basis(of: face.inputs.idle, at: now, monotonic: monotonic)
    let scene = basis.scene
    // During a ring the face would mistake the ring's own light for the room's.
    let idle = isRinging ? nil : face.shown(at: now, monotonic: monotonic)
    let last = afterPeek ? idle?.face : outputs.shownFace ?? idle?.face
    let shown = last ?? .dark
    // Just before the next face, the display still shows the last one.
    let content = face.told.flatMap { $0.face == shown ? $0.content : nil } ?? idle?.content ?? .nothing
    let isSeven = face.shape.segments == .seven
    let next = isRinging ? [] : face.coming(after: now, monotonic: monotonic, count: Self.told)
    func drawn(_ face: DisplayFace) -> String {
      face.brightness == nil ? "" : isSeven ? face.onSevenSegments : face.text
    }
    var view = FaceView(shape: DisplayShapeView(face.shape))
    view.text = drawn(shown)
    view.brightness = shown.brightness
    view.blinking = shown.isBlinking
    view.shows = isRinging ? Self.ring : content.word
    view.theme = Self.theme(scene.isNight(at: now))
    view.light = Self.reason(basis, isLit: shown.brightness != nil, isRinging)
    if scene.lacksLight {
      view.note = "No light sensor answers, so it is night from 22:00 to 07:00; see `rouse doctor`."
    }
    view.next = next.map { next in
      var view = FaceView.Next()
      view.time = RFC3339.format(next.at, in: scheduler.zone)
      view.inSeconds = Int(next.at.seconds - now.seconds)
      view.text = drawn(next.face)
      view.shows = next.content?.word ?? Self.ring
      view.brightness = next.face.brightness
      view.theme = Self.theme(next.isNight)
      return view
    }
    return view
  }

  private static let ring = "ring"
  private static func theme(_ isNight: Bool) -> String { isNight ? "night" : "day" }

  private static func reason(_ basis: ClockFace.Basis, isLit: Bool, _ isRinging: Bool) -> String {
    if isRinging { return "for the alarm" }
    if isLit, basis.light.level == nil { return "for a look" }
    if !isLit, !basis.scene.isShown {
      return basis.scene.showsMessages
        ? "until a message comes: `rouse settings set display normal` shows the time"
        : "by the setting `display`: `rouse settings set display normal` shows the time"
    }
    return basis.light.reason.description
  }
}

extension ClockFace.Content {
  fileprivate var word: String {
    switch self {
    case .nothing: "nothing"
    case .notice: "notice"
    case .timer: "timer"
    case .message: "message"
    case .face(let content): content.word
    }
  }
}

extension IdleFace.Content {
  fileprivate var word: String {
    switch self {
    case .time: "time"
    case .seconds: "seconds"
    case .date: "date"
    case .alarm: "alarm"
    case .temperature: "temperature"
    case .humidity: "humidity"
    case .zone(let name): name
    }
  }
}
