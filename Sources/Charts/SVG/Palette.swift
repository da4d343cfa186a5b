/// The colors of drawings for a light or a dark page, as `#rrggbb`.
///
/// Text has a contrast of at least 4.5:1 to its background, and graphics of 3:1 (WCAG 2.1, 1.4.3 and 1.4.11); a test
/// checks it. The grid and empty cells have less, but carry no meaning alone.
public struct Palette: Hashable, Sendable {
  /// Background of the drawing.
  public var surface: String
  /// Main and secondary text.
  public var ink: String, muted: String
  /// Lines behind the values, and the base line.
  public var grid: String, axis: String
  /// Cells without data, and the unfilled part of a ring.
  public var empty: String
  /// Four colors, which repeat for further series.
  public var series: [String]
  /// Colors of cells, from low to high.
  public var ramp: [String]

  public static let light = Palette(
    surface: "#ffffff", ink: "#1b1f24", muted: "#57606a", grid: "#e3e6ea", axis: "#6e7781", empty: "#e9ecef",
    series: ["#0b5cad", "#b1500a", "#0d7a62", "#9a2c8f"], ramp: ["#3f86c8", "#2a6cb0", "#1a5296", "#0a3570"])

  public static let dark = Palette(
    surface: "#15191e", ink: "#e9edf1", muted: "#a6b0ba", grid: "#2f363e", axis: "#8a949f", empty: "#262c33",
    series: ["#79b8ff", "#ffab70", "#56d4b0", "#f0a0e0"], ramp: ["#4d88c4", "#6aa5e0", "#97c5f2", "#d3e8ff"])

  enum Role: Hashable {
    case surface, ink, muted, grid, axis, empty
    case series(Int)
    /// 0 is the lowest level.
    case ramp(Int)

    var name: String {
      switch self {
      case .surface, .ink, .muted, .grid, .axis, .empty: "\(self)"
      case .series(let index): "s\(index % Palette.light.series.count)"
      case .ramp(let index): "r\(min(max(index, 0), Palette.light.ramp.count - 1))"
      }
    }

    static let all: [Role] =
      [.surface, .ink, .muted, .grid, .axis, .empty] + Palette.light.series.indices.map { .series($0) }
      + Palette.light.ramp.indices.map { .ramp($0) }
  }

  subscript(_ role: Role) -> String {
    switch role {
    case .surface: surface
    case .ink: ink
    case .muted: muted
    case .grid: grid
    case .axis: axis
    case .empty: empty
    case .series(let index): series[index % series.count]
    case .ramp(let index): ramp[min(max(index, 0), ramp.count - 1)]
    }
  }

  // MARK: Style sheet

  /// Rules that are the same for all drawings, so that a page needs them only once. A page may override the properties
  /// `--chart-surface`, `--chart-ink`, `--chart-muted` and so on.
  public static let css: String = {
    func properties(_ palette: Palette) -> String {
      Role.all.map { "--chart-\($0.name):\(palette[$0])" }.joined(separator: ";")
    }
    let classes = Role.all.map {
      ".chart .f-\($0.name){fill:var(--chart-\($0.name))}.chart .l-\($0.name){stroke:var(--chart-\($0.name))}"
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
