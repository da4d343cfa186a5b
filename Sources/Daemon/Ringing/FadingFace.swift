import Faces
import Hardware

/// The face on its way to another brightness.
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
