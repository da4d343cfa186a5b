import AlarmClock
import Control
import Storage

/// What a test before the night has found.
struct BedtimeVerdict: Hashable, Sendable {
  var time: Instant
  /// `speaker: speaker: opening it failed (EBUSY)`, …; empty: the clock is ready.
  var problems: [String]
  /// The name of the card that the camera read; nil: none was shown.
  var card: String?

  init(time: Instant, problems: [String], card: String?) {
    self.time = time
    self.problems = problems
    self.card = card
  }

  init(time: Instant, findings: [FindingView], card: String?) {
    let problems = findings.filter { $0.level == .problem }.map { finding in
      // Apart from each other in the log.
      "\(finding.check): \(finding.what)".replacing(Self.separator, with: ", ")
    }
    self.init(time: time, problems: problems, card: card)
  }

  var isReady: Bool { problems.isEmpty }
  var kind: Event.Kind { isReady ? .bedtimePassed : .bedtimeFailed }

  private static let separator = "; "

  /// For the log.
  var detail: String? {
    let parts = problems + [card.map { "the card \($0) was seen" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: Self.separator)
  }
}

extension BedtimeView {
  init(_ verdict: BedtimeVerdict, in zone: ZoneRules) {
    self.init(
      time: RFC3339.format(verdict.time, in: zone), ready: verdict.isReady, problems: verdict.problems,
      card: verdict.card)
  }
}
