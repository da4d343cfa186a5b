import Hardware

/// Light for the card: the lamp in the dark, the display as well where that is not enough, and none where it dazzles.
///
/// Nothing is switched faster than every two seconds, so that its own light makes nothing flicker and a camera has the
/// time to find its exposure. A glossy card in the dark is seen neither in the light of the lamp nor without it, and which
/// is better depends on how it is held: the lamp goes on and off by turns, as it does for a telephone's screen. Where light
/// is to be steady, the lamp stays on once it was needed.
struct LightControl {
  /// Nothing goes on and off by turns.
  var isSteady: Bool
  private(set) var isLampOn = false
  /// The display is to shine as brightly as it can.
  private(set) var isDisplayOn = false
  /// When the lamp was switched last; nil: it never was.
  private var lampSwitched: Duration?
  private var displaySwitched: Duration?
  private var dazzledSince: Duration?

  /// Mean greys, 0…255: darker, a light goes on; brighter, the lamp goes off, and the display does.
  static let dark = 50
  static let bright = 190
  static let fair = 90
  /// How long a light at least stays as it is.
  static let leastTime: Duration = .seconds(2)
  /// What dazzles shorter than this is the camera that finds its exposure.
  static let patience: Duration = .seconds(1)

  init(isSteady: Bool = false) { self.isSteady = isSteady }

  /// Whether what is seen is seen in the light of this moment: the camera had the time to find its exposure for it.
  func isSettled(at now: Duration) -> Bool {
    [lampSwitched, displaySwitched].compactMap(\.self).allSatisfy { now - $0 >= Self.leastTime }
  }

  /// Takes note of one frame; `brightness` is its mean grey.
  mutating func look(brightness: Int, obstacle: ReadingObstacle?, at now: Duration) {
    let isDark = brightness < Self.dark || obstacle == .tooDark
    let isDazzled = brightness >= Self.bright || obstacle == .glare
    dazzledSince = isDazzled ? dazzledSince ?? now : nil
    let dazzlesForLong = dazzledSince.map { now - $0 >= Self.patience } ?? false
    let maySwitch = lampSwitched.map { now - $0 >= Self.leastTime } ?? true
    if maySwitch, isLampOn ? dazzlesForLong && !isSteady : isDark {
      isLampOn.toggle()
      lampSwitched = now
      dazzledSince = nil
      // The lamp is tried alone.
      isDisplayOn = false
      return
    }
    // It is still dark in the light of the lamp, or there is none.
    guard isLampOn, maySwitch, displaySwitched.map({ now - $0 >= Self.leastTime }) ?? true else { return }
    let helps = isDisplayOn ? brightness < Self.fair && !isDazzled : isDark && !isDazzled
    if helps != isDisplayOn { displaySwitched = now }
    isDisplayOn = helps
  }
}
