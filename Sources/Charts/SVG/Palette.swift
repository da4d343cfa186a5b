/// The colors of drawings for a light or a dark page, as `#rrggbb`.
///
/// Text has a contrast of at least 4.5:1 to its background, and graphics of 3:1 (WCAG 2.1, 1.4.3 and 1.4.11); a test
/// checks it. The grid and empty cells have less, but carry no meaning alone.
public struct Palette: Hashable, Sendable {
  public enum Role: String, CaseIterable, Sendable {
    /// Background of the drawing.
    case surface
    /// Main and secondary text.
    case ink, muted
    /// Lines behind the values, and the base line.
    case grid, axis
    /// Cells without data, and the unfilled part of a ring.
    case empty
    /// Series, which repeat these colors.
    case s0, s1, s2, s3
    /// Cells, from low to high.
    case r0, r1, r2, r3

    static func series(_ index: Int) -> Role { [Role.s0, .s1, .s2, .s3][index % 4] }
    static func ramp(_ level: Int) -> Role { [Role.r0, .r1, .r2, .r3][level] }
  }

  let colors: [Role: String]

  public static let light = Palette(colors: [
    .surface: "#ffffff", .ink: "#1b1f24", .muted: "#57606a", .grid: "#e3e6ea", .axis: "#6e7781", .empty: "#e9ecef",
    .s0: "#0b5cad", .s1: "#b1500a", .s2: "#0d7a62", .s3: "#9a2c8f",
    .r0: "#3f86c8", .r1: "#2a6cb0", .r2: "#1a5296", .r3: "#0a3570",
  ])

  public static let dark = Palette(colors: [
    .surface: "#15191e", .ink: "#e9edf1", .muted: "#a6b0ba", .grid: "#2f363e", .axis: "#8a949f", .empty: "#262c33",
    .s0: "#79b8ff", .s1: "#ffab70", .s2: "#56d4b0", .s3: "#f0a0e0",
    .r0: "#4d88c4", .r1: "#6aa5e0", .r2: "#97c5f2", .r3: "#d3e8ff",
  ])

  public subscript(_ role: Role) -> String { colors[role, default: "none"] }

  // MARK: Style sheet

  /// Rules that are the same for all drawings, so that a page needs them only once. A page may override the properties
  /// `--chart-surface`, `--chart-ink`, `--chart-muted` and so on.
  public static let css: String = {
    func properties(_ palette: Palette) -> String {
      Role.allCases.map { "--chart-\($0.rawValue):\(palette[$0])" }.joined(separator: ";")
    }
    let classes = Role.allCases.map(\.rawValue).map {
      ".chart .f-\($0){fill:var(--chart-\($0))}.chart .l-\($0){stroke:var(--chart-\($0))}"
    }
    let narrow = SVGWriter.narrowSizes.map { widest, size in
      "@media (max-width:\(Markup.number(widest))em){.chart.scales .t{font-size:\(Markup.number(size))px}"
        + ".chart.scales .wide{display:none}}"
    }
    return """
      .chart{\(properties(.light))}
      @media screen and (prefers-color-scheme:dark){.chart{\(properties(.dark))}}
      \(classes.joined(separator: "\n"))
      \(narrow.joined(separator: "\n"))
      """
  }()
}
