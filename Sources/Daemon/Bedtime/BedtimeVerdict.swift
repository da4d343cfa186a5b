import AlarmClock
import Control
import Storage

/// What a test before the night has found. It outlives the daemon as an event of the log.
struct BedtimeVerdict: Hashable, Sendable {
  var time: Instant
  /// `speaker: speaker: opening it failed (EBUSY)`, …; empty: the clock is ready.
  var problems: [String]
  /// The name of the card that the camera read; nil: none was shown.
  var card: String?

  init(time: Instant, findings: [FindingView], card: String?) {
    self.time = time
    problems = findings.filter { $0.level == .problem }.map { finding in
      // Apart from each other in the event.
      "\(finding.check): \(finding.what)".replacing(Self.separator, with: ", ")
    }
    self.card = card
  }

  var isReady: Bool { problems.isEmpty }
  var kind: Event.Kind { isReady ? .bedtimePassed : .bedtimeFailed }

  private static let separator = "; "
  private static let seen = (before: "the card ", after: " was seen")

  var detail: String? {
    let parts = problems + [card.map { Self.seen.before + $0 + Self.seen.after }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: Self.separator)
  }

  /// From an event of before the start; nil for one of another kind.
  init?(_ event: Event) {
    guard [.bedtimePassed, .bedtimeFailed].contains(event.kind) else { return nil }
    time = event.time
    let detail = event.detail ?? ""
    // A card's name may hold the separator: so from its beginning to the end.
    let start = event.kind == .bedtimePassed ? "" : Self.separator
    if detail.hasSuffix(Self.seen.after), let mark = detail.ranges(of: start + Self.seen.before).first {
      card = String(detail[mark.upperBound...].dropLast(Self.seen.after.count))
      problems = Self.parts(detail[..<mark.lowerBound])
    } else {
      problems = Self.parts(detail[...])
    }
  }

  private static func parts(_ text: Substring) -> [String] {
    text.isEmpty ? [] : text.split(separator: separator).map(String.init)
  }
}

extension BedtimeView {
  init(_ verdict: BedtimeVerdict, in zone: ZoneRules) {
    self.init(
      time: RFC3339.format(verdict.time, in: zone), ready: verdict.isReady, problems: verdict.problems,
      card: verdict.card)
  }
}
