import AlarmClock
import Hardware

/// Aids for reading a card while a ring looks for it.
struct ReadingAid {
  var guidance = Guidance()
  var light = LightControl()
  var snoozeLight = SnoozeLight()

  func isLightSettled(at now: Duration) -> Bool { light.isSettled(at: now) && snoozeLight.isSettled(at: now) }
}

/// The lamp during a snooze in the dark. Movement lights it for a moment, so that a card can be read.
struct SnoozeLight {
  static let length: Duration = .seconds(10)
  /// From the start of one light to the next.
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
  /// Gives the light and the hints that a frame shows to be needed.
  func help(with sight: Sight) {
    let now = time.monotonic
    let asking = current.filter { $0.state.asks(at: now) }
    let isLampOn = aid.withLock { aid in
      guard !asking.isEmpty else {
        aid.light = LightControl()
        aid.snoozeLight.look(at: sight, at: now)
        return aid.snoozeLight.isOn(at: now)
      }
      aid.snoozeLight.askForCard(at: now)
      aid.guidance.look(at: sight, at: now)
      aid.light.isSteady = asking.contains { !$0.plan.flashes }
      aid.light.look(brightness: sight.brightness, obstacle: sight.obstacle, at: now)
      return aid.light.isLampOn
    }
    outputs.light(isLampOn)
  }

  /// Why the card cannot be read at the moment, if the user wants to be told.
  var hint: ReadingHint? {
    let hint = aid.withLock { $0.guidance.hint(at: time.monotonic) }
    return hint.flatMap { face.tells($0) ? $0 : nil }
  }

  /// Resets the aids when the camera stops.
  func endHelp() {
    aid.withLock { $0 = ReadingAid() }
    outputs.light(false)
  }
}

/// Light for the card: the lamp in the dark, the display too if that is not enough, and neither if it dazzles. A light
/// switches at most every two seconds, against flicker and for the camera's exposure. In the dark, a glossy card or a
/// phone's screen may be unreadable with or without the lamp, so it alternates. If steady, it stays on once needed.
struct LightControl {
  var isSteady: Bool
  private(set) var isLampOn = false
  /// Whether the display must shine as brightly as it can.
  private(set) var isDisplayOn = false
  private var lampSwitched: Duration?
  private var displaySwitched: Duration?
  private var dazzledSince: Duration?

  /// Mean gray levels, 0…255: below `dark` a light goes on; above `bright` the lamp goes off, above `fair` the display.
  static let dark = 50
  static let bright = 190
  static let fair = 90
  /// The shortest time between two switches of a light.
  static let leastTime: Duration = .seconds(2)
  /// Shorter glare is only the camera finding its exposure.
  static let patience: Duration = .seconds(1)

  init(isSteady: Bool = false) { self.isSteady = isSteady }

  /// Whether the camera has had time to find its exposure for the current light.
  func isSettled(at now: Duration) -> Bool {
    [lampSwitched, displaySwitched].compactMap(\.self).allSatisfy { now - $0 >= Self.leastTime }
  }

  /// `brightness` is the mean gray level of the frame.
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
      // Try the lamp alone first.
      isDisplayOn = false
      return
    }
    // It is still dark with the lamp on, or there is no lamp.
    guard isLampOn, maySwitch, displaySwitched.map({ now - $0 >= Self.leastTime }) ?? true else { return }
    let helps = isDisplayOn ? brightness < Self.fair && !isDazzled : isDark && !isDazzled
    if helps != isDisplayOn { displaySwitched = now }
    isDisplayOn = helps
  }
}
