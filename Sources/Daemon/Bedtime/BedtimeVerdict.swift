import AlarmClock
import Control
import Machine
import Storage

/// What a test before the night has found.
struct BedtimeVerdict: Hashable, Codable, Sendable {
  var time: Instant
  /// Empty: the clock was ready.
  var problems: [FindingView]
  /// The name of the card that the camera read; nil: none was shown.
  var card: String?

  init(time: Instant, findings: [FindingView], card: String?) {
    self.time = time
    problems = findings.filter { $0.level == .problem }
    self.card = card
  }

  private enum CodingKeys: String, CodingKey {
    case time
    case problems = "findings"
    case card
  }

  /// Keeps the last verdict for `rouse status` after a restart.
  static func file(in stateFolder: String) -> StateFile<Self> { StateFile("bedtime", in: stateFolder) }

  /// `speaker: opening it failed (EBUSY)`, …
  var texts: [String] { problems.map { "\($0.check): \($0.what)" } }

  var isReady: Bool { problems.isEmpty }
  var kind: Event.Kind { isReady ? .bedtimePassed : .bedtimeFailed }

  private static let separator = "; "

  var detail: String? {
    // Apart from each other in the log.
    let parts =
      texts.map { $0.replacing(Self.separator, with: ", ") }
      + [card.map { "the card \($0) was seen" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: Self.separator)
  }
}

extension BedtimeView {
  init(_ verdict: BedtimeVerdict, in zone: ZoneRules) {
    self.init(
      time: RFC3339.format(verdict.time, in: zone), ready: verdict.isReady, problems: verdict.texts,
      card: verdict.card)
  }
}
