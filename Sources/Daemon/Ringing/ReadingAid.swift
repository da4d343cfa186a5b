import AlarmClock
import Hardware

/// What helps a card to be read while a ring looks for it.
struct ReadingAid {
  var guidance = Guidance()
  var light = LightControl()
  var snoozeLight = SnoozeLight()

  func isLightSettled(at now: Duration) -> Bool { light.isSettled(at: now) && snoozeLight.isSettled(at: now) }
}

/// The lamp while a ring is snoozed in the dark: movement lights it for a moment, so that a card can be read.
struct SnoozeLight {
  static let length: Duration = .seconds(10)
  /// From one light to the next.
  static let period: Duration = .seconds(30)

  private var lit: Duration?
  /// When a ring last asked for a card. Its lights go off when the snooze begins, which looks like movement.
  private var asked: Duration?

  mutating func askForCard(at now: Duration) {
    asked = now
    lit = lit.map { min($0, now - Self.length) }
  }

  mutating func look(at sight: Sight, at now: Duration) {
    let isDark = sight.brightness < LightControl.dark || sight.obstacle == .tooDark
    let isCalm = asked.map { now - $0 >= LightControl.leastTime } ?? true
    guard sight.isMoving, isDark, isCalm, lit.map({ now - $0 >= Self.period }) ?? true else { return }
    lit = now
  }

  func isOn(at now: Duration) -> Bool { lit.map { now - $0 < Self.length } ?? false }

  func isSettled(at now: Duration) -> Bool {
    guard let lit else { return true }
    return [lit, lit + Self.length].allSatisfy { now < $0 || now - $0 >= LightControl.leastTime }
  }
}

extension Ringer {
  /// Gives light and hints to whoever holds a card, as one frame shows that they are needed.
  func help(with sight: Sight) {
    let now = time.monotonic
    let (isAsking, isSteady) = rings.withLock { rings in
      (
        rings.contains { $0.state.asks(at: now) }, rings.contains { $0.state.asks(at: now) && !$0.plan.flashes }
      )
    }
    let isLampOn = aid.withLock { aid in
      guard isAsking else {
        aid.light = LightControl()
        aid.snoozeLight.look(at: sight, at: now)
        return aid.snoozeLight.isOn(at: now)
      }
      aid.snoozeLight.askForCard(at: now)
      aid.guidance.look(at: sight, at: now)
      aid.light.isSteady = isSteady
      aid.light.look(brightness: sight.brightness, obstacle: sight.obstacle, at: now)
      return aid.light.isLampOn
    }
    outputs.light(isLampOn)
  }

  /// What keeps the card from being read at this moment, as far as people want to be told.
  var hint: ReadingHint? {
    let hint = aid.withLock { $0.guidance.hint(at: time.monotonic) }
    return hint.flatMap { face.tells($0) ? $0 : nil }
  }

  /// The camera sees nothing any more.
  func endHelp() {
    aid.withLock { $0 = ReadingAid() }
    outputs.light(false)
  }
}

extension RingDemand {
  mutating func addPulse(_ devices: RingDevices) {
    if devices.buzzer { isBuzzing = true } else { vibration = max(vibration, .light) }
  }
}

/// Light for the card: the lamp in the dark, the display as well where that is not enough, and none where it dazzles.
///
/// Nothing is switched faster than every two seconds, so that its own light makes nothing flicker and a camera has the
/// time to find its exposure. A glossy card in the dark is seen neither in the light of the lamp nor without it, and which
/// is better depends on how it is held: the lamp goes on and off by turns, as it does for a telephone's screen. Where light
/// is to be steady, the lamp stays on once it was needed.
struct LightControl {
  var isSteady: Bool
  private(set) var isLampOn = false
  /// The display is to shine as brightly as it can.
  private(set) var isDisplayOn = false
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
