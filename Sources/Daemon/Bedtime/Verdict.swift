import AlarmClock
import Control
import Hardware

/// Judges whether the next ring can be counted on. Pure.
struct Verdict {
  /// What is known at this moment, by the rules of `Diagnosis`.
  var known: [FindingView]
  var lastTest: BedtimeVerdict?
  /// When a card ended a ring last; nil: not since the start.
  var cardSeen: Instant?
  /// By device: when it last did as it was told.
  var proofs: [String: Instant] = [:]
  var hasNext: Bool
  var hasCards: Bool

  /// What matters most first.
  var problems: [FindingView] {
    let all =
      known.filter { $0.level == .problem } + (lastTest?.problems ?? []).filter(stillHolds).map(untilTheNextTest)
    return all.filter { $0.check == "next" } + all.filter { $0.check != "next" }
  }

  /// What a test has found counts until something shows that it is mended: most of it is judged anew each time.
  private func stillHolds(_ problem: FindingView) -> Bool {
    guard let tested = lastTest?.time, !known.contains(where: { $0.check == problem.check && $0.level == .problem })
    else { return false }
    switch problem.check {
    case "card": return cardSeen.map { $0 <= tested } ?? true
    case "store": return true
    case let check where Self.devices.contains(check): return proofs[check].map { $0 <= tested } ?? true
    default: return false
    }
  }

  private static let devices = Set(DeviceRole.allCases.map(\.rawValue))

  private func untilTheNextTest(_ problem: FindingView) -> FindingView {
    var problem = problem
    problem.fix = problem.fix.map { "\($0); then: rouse test bedtime" }
    return problem
  }

  /// What to begin with: no alarm can be set without a card.
  static func firstStep(hasCards: Bool) -> String {
    hasCards ? "rouse alarm add 07:30" : Symptoms.firstStep
  }

  func view(at now: Instant, in zone: ZoneRules) -> VerdictView {
    var view = VerdictView(warnings: known.filter { $0.level == .warning })
    view.tested = lastTest.map { RFC3339.format($0.time, in: zone) }
    if let change = zone.nextChange(after: now, within: .seconds(86_400)) {
      view.clockChange = ClockChangeView(
        at: RFC3339.format(change.at, in: zone), seconds: Int(change.by.components.seconds))
    }
    guard hasNext else {
      view.firstStep = Self.firstStep(hasCards: hasCards)
      return view
    }
    view.problems = problems
    view.state = view.problems.isEmpty ? .ready : .atRisk
    return view
  }
}
