import Hardware
import LinuxHardware

/// One GPIO line that a board file gives to two devices, in two ways: by number and by name, or by two names of its chip. The
/// file alone does not tell: the kernel knows which is which.
struct SharedLine: Sendable, Hashable {
  /// Those that have it; a display may be there twice.
  var roles: [DeviceRole]
  /// `line 17 (GPIO17) of pinctrl-bcm2711`.
  var place: String

  /// Takes no line. Asks the kernel only where a file writes lines or chips in more than one way.
  ///
  /// - Parameter report: what the kernel says of a line; nil: it knows none such.
  static func find(
    in lines: [BoardNeeds.Line], report: (BoardNeeds.Line) -> GPIOLineReport? = Self.report
  ) -> [SharedLine] {
    guard Set(lines.map(\.way)).count > 1 else { return [] }
    var found: [(shared: SharedLine, chip: String, offset: Int)] = []
    for line in lines {
      guard let report = report(line) else { continue }
      if let index = found.firstIndex(where: { $0.chip == report.chipName && $0.offset == report.offset }) {
        found[index].shared.roles.append(line.role)
      } else {
        let name = report.name.map { " (\($0))" } ?? ""
        let place = "line \(report.offset)\(name) of \(report.chipLabel)"
        found.append((SharedLine(roles: [line.role], place: place), report.chipName, report.offset))
      }
    }
    return found.map(\.shared).filter { $0.roles.count > 1 }
  }

  private static func report(_ line: BoardNeeds.Line) -> GPIOLineReport? {
    // Why there is none is told by the device itself, which wants the line.
    do throws(HardwareError) { return try line.wiring.report(for: line.role) } catch { return nil }
  }
}

extension BoardNeeds.Line {
  /// How the file writes it.
  fileprivate var way: String {
    switch wiring.line {
    case .offset: "number on \(wiring.chip)"
    case .name: "name on \(wiring.chip)"
    }
  }
}
