/// When the lamp helps: on in the dark, off again only when it is bright by far, so that its own light does not
/// make it flicker.
struct LampControl {
  private var isOn = false

  static let dark = 50
  static let bright = 190

  /// `brightness` is the frame's mean grey, 0…255.
  mutating func isNeeded(brightness: Int) -> Bool {
    isOn = isOn ? brightness < Self.bright : brightness < Self.dark
    return isOn
  }
}
