import Control
import Hardware

/// The result of one check.
struct Fact: Hashable, Sendable {
  let check: Check
  let level: FindingView.Level
  let what: String
  /// Why it matters, or `nil` if all is well.
  let why: String?
  let fix: String?

  /// The first command on a clock without cards.
  static let firstStep = "rouse setup"

  static func ok(_ check: Check, _ what: String) -> Fact {
    Fact(check: check, level: .ok, what: what, why: nil, fix: nil)
  }
  static func warning(_ check: Check, _ what: String, why: String, fix: String) -> Fact {
    Fact(check: check, level: .warning, what: what, why: why, fix: fix)
  }
  static func problem(_ check: Check, _ what: String, why: String, fix: String) -> Fact {
    Fact(check: check, level: .problem, what: what, why: why, fix: fix)
  }

  /// How long a problem that a test found counts.
  enum Lasts: Hashable {
    /// Until the next look, which judges it again.
    case judgedAgain
    /// Until a card was seen.
    case untilCardSeen
    case untilNextTest
    /// Until the device has worked. A restart forgets failures, which does not repair the device.
    case untilProven(DeviceRole)
  }

  /// The checked thing. The order of the cases is the order of output.
  enum Check: String, CaseIterable, Sendable {
    case board
    case buzzer, vibration, speaker, display, lamp, camera, light, room, power, button
    case processor, overlays
    case powerButton = "power-button"
    case audio, lines, confinement, groups, mixer, cards, card, evidence, clock, zone, sound, holidays, volume, home
    case priority, files, watchdog, kernel, space, state, disk, store, next

    init(_ role: DeviceRole) {
      self =
        switch role {
        case .buzzer: .buzzer
        case .vibration: .vibration
        case .speaker: .speaker
        case .display: .display
        case .lamp: .lamp
        case .camera: .camera
        case .light: .light
        case .room: .room
        case .power: .power
        case .button: .button
        }
    }

    /// A stored verdict names only its checks, so the check decides.
    var lasts: Lasts {
      switch self {
      case .card: .untilCardSeen
      case .store: .untilNextTest
      default: DeviceRole(rawValue: rawValue).map(Lasts.untilProven) ?? .judgedAgain
      }
    }
  }
}

extension [Fact] {
  var inOrder: [Fact] { Fact.Check.allCases.flatMap { check in filter { $0.check == check } } }
}

extension FindingView {
  init(_ fact: Fact) {
    self.init(check: fact.check.rawValue, level: fact.level, what: fact.what, why: fact.why, fix: fact.fix)
  }
}
