/// Amount of detail for a screen of few rows. The commands to run next are cut last.
struct DashboardFit {
  /// Most rings shown; `nil` for all.
  var rings: Int?
  var findings: Int
  /// Whether each ring takes only one line.
  var cutsRings = false
  var explainsCommands = true
  var hasGaps = true

  /// Without `--detailed`.
  private static let mostRings = 5
  /// With `--detailed`.
  private static let mostFindings = 5

  static func most(isDetailed: Bool) -> DashboardFit {
    DashboardFit(rings: isDetailed ? nil : mostRings, findings: isDetailed ? mostFindings : 1)
  }

  /// Returns the choices from most to least detail.
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

  static func cut(_ text: String, _ columns: Int) -> String {
    guard Terminal.width(text) > columns else { return text }
    var cut = text
    while Terminal.width(cut) >= columns, !cut.isEmpty { cut.removeLast() }
    return cut + "…"
  }
}
