/// Amount of detail for a screen of few rows. The commands to run next are cut last.
struct DashboardFit {
  /// Most rings shown.
  var rings: Int
  var findings: Int
  /// Whether each ring takes only one line.
  var cutsRings = false
  var explainsCommands = true
  var hasGaps = true

  /// Without `--detailed`.
  private static let mostRings = 5
  /// With `--detailed`.
  private static let mostFindings = 5

  /// Returns the choices from most to least detail.
  static func steps(isDetailed: Bool) -> [DashboardFit] {
    var fit = DashboardFit(rings: isDetailed ? .max : mostRings, findings: isDetailed ? mostFindings : 1)
    let changes: [(inout DashboardFit) -> Void] = [
      { $0.rings = mostRings }, { $0.rings = 3 }, { $0.cutsRings = true }, { $0.findings = 1 },
      { $0.explainsCommands = false }, { $0.hasGaps = false }, { $0.rings = 1 }, { $0.findings = 0 },
    ]
    return [fit]
      + changes.map { change in
        change(&fit)
        return fit
      }
  }
}
