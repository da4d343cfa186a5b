/// How much a dashboard tells: less where a screen has few rows, and what to do next to the last.
struct DashboardFit {
  /// At most so many; nil: all.
  var rings: Int?
  var findings: Int
  /// A line for each ring, and no more.
  var cutsRings = false
  /// What each command does.
  var explainsCommands = true
  var hasGaps = true

  /// The rings of today that are shown at most where nobody asks for details.
  private static let mostRings = 5
  /// Of findings the same where somebody does.
  private static let mostFindings = 5

  static func most(isDetailed: Bool) -> DashboardFit {
    DashboardFit(rings: isDetailed ? nil : mostRings, findings: isDetailed ? mostFindings : 1)
  }

  /// From all to the least.
  static func steps(isDetailed: Bool) -> [DashboardFit] {
    var fit = most(isDetailed: isDetailed)
    var steps = [fit]
    func then(_ change: (inout DashboardFit) -> Void) {
      change(&fit)
      steps.append(fit)
    }
    then { $0.rings = mostRings }
    then { $0.rings = 3 }
    then { $0.cutsRings = true }
    then { $0.findings = 1 }
    then { $0.explainsCommands = false }
    then { $0.hasGaps = false }
    then { $0.rings = 1 }
    then { $0.findings = 0 }
    return steps
  }

  /// As much of text as has room in so many columns, with an ellipsis where something is missing.
  static func cut(_ text: String, _ columns: Int) -> String {
    guard Terminal.width(text) > columns else { return text }
    var cut = text
    while Terminal.width(cut) >= columns, !cut.isEmpty { cut.removeLast() }
    return cut + "…"
  }
}
