import AlarmClock
import Control
import Hardware
import Machine
import Storage

/// Judges whether the next ring is reliable. Pure.
struct Verdict {
  var known: [Fact]
  var lastTest: BedtimeVerdict?
  var cardSeen: Instant?
  /// Returns when a device last worked.
  var proof: (DeviceRole) -> Instant? = { _ in nil }
  var hasNext: Bool
  var hasCards: Bool

  /// Most important first.
  var problems: [FindingView] {
    let now = known.filter { $0.level == .problem }
    return (now.filter { $0.check == .next } + now.filter { $0.check != .next }).map(FindingView.init)
      + (lastTest?.problems ?? []).filter(stillHolds).map(untilTheNextTest)
  }

  /// Returns whether a problem that a test found still counts.
  private func stillHolds(_ problem: FindingView) -> Bool {
    guard let tested = lastTest?.time, let check = Fact.Check(rawValue: problem.check),
      !known.contains(where: { $0.check == check && $0.level == .problem })
    else { return false }
    return switch check.lasts {
    case .judgedAgain: false
    case .untilCardSeen: cardSeen.map { $0 <= tested } ?? true
    case .untilNextTest: true
    case .untilProven(let role): proof(role).map { $0 <= tested } ?? true
    }
  }

  private func untilTheNextTest(_ problem: FindingView) -> FindingView {
    var problem = problem
    problem.fix = problem.fix.map { "\($0); then: rouse test bedtime" }
    return problem
  }

  func view(at now: Instant, in zone: ZoneRules) -> VerdictView {
    var view = VerdictView(warnings: known.filter { $0.level == .warning }.map(FindingView.init))
    view.tested = lastTest.map { RFC3339.format($0.time, in: zone) }
    if let change = zone.nextChange(after: now, within: .seconds(86_400)) {
      view.clockChange = ClockChangeView(
        at: RFC3339.format(change.at, in: zone), seconds: Int(change.by.components.seconds))
    }
    guard hasNext else {
      // No alarm can be set without a card.
      view.firstStep = hasCards ? "rouse alarm add 07:30" : Fact.firstStep
      return view
    }
    view.problems = problems
    view.state = view.problems.isEmpty ? .ready : .atRisk
    return view
  }
}

struct BedtimeVerdict: Hashable, Codable, Sendable {
  var time: Instant
  /// Empty if the clock was ready. Stored, so they name their checks.
  var problems: [FindingView]
  var card: String?

  init(time: Instant, facts: [Fact], card: String?) {
    self.time = time
    problems = facts.filter { $0.level == .problem }.map(FindingView.init)
    self.card = card
  }

  private enum CodingKeys: String, CodingKey {
    case time
    case problems = "findings"
    case card
  }

  static func file(in stateFolder: String) -> StateFile<Self> { StateFile("bedtime", in: stateFolder) }

  /// Such as `speaker: opening it failed (EBUSY)`.
  var texts: [String] { problems.map { "\($0.check): \($0.what)" } }

  var isReady: Bool { problems.isEmpty }
  var kind: Event.Kind { isReady ? .bedtimePassed : .bedtimeFailed }

  private static let separator = "; "

  var detail: String? {
    // Keeps the parts separable in the log.
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

/// Judges the card that somebody was asked to show.
func shownCardFact(_ seen: SeenCards, of next: AlarmBook.NextRing?, cards: [String], within limit: Duration) -> Fact {
  if let card = seen.answering { return .ok(.card, "the camera reads \(card)") }
  let why = "what the camera does not read ends no ring"
  let wanted = cards.isEmpty ? "a card" : cards.joined(separator: " or ")
  guard let other = seen.other else {
    return .problem(
      .card, "no card was seen within \(DurationText.format(limit))", why: why,
      fix: "hold \(wanted) flat before the camera, with light on it; `rouse camera aim` shows what it sees")
  }
  return .problem(
    .card, "the camera reads \(other), which does not end \(next?.alarm.name ?? "a ring")", why: why,
    fix: "show \(wanted)")
}

struct SeenCards: Hashable, Sendable {
  var answering: String?
  var other: String?
}
