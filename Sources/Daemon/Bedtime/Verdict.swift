import AlarmClock
import Control

/// Judges whether the next ring can be counted on. Pure.
struct Verdict {
  /// What is known at this moment, by the rules of `Diagnosis`.
  var known: [FindingView]
  /// What only a test can find stands until the next one.
  var lastTest: BedtimeVerdict?
  var hasNext: Bool
  var hasCards: Bool

  var problems: [FindingView] {
    let checks = Set(known.map(\.check))
    let found = (lastTest?.problems ?? []).filter { !checks.contains($0.check) }
    let all = (known + found).filter { $0.level == .problem }
    return all.filter { $0.check == "next" } + all.filter { $0.check != "next" }
  }

  /// What to begin with: no alarm can be set without a card.
  static func firstStep(hasCards: Bool) -> String {
    hasCards ? "rouse alarm add 07:30" : Symptoms.firstCard
  }

  func view(at now: Instant, in zone: ZoneRules) -> VerdictView {
    var view = VerdictView(
      state: .nothingSet, warnings: known.filter { $0.level == .warning }.count,
      tested: lastTest.map { RFC3339.format($0.time, in: zone) })
    if let change = zone.nextChange(after: now), change.at - now < .seconds(86_400) {
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
