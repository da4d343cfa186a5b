import Glibc
import Testing

@testable import Charts

/// Contrast by WCAG 2.1: relative luminance and contrast ratio from its glossary.
struct PaletteTests {
  static func luminance(_ colour: String) throws -> Double {
    let value = try #require(Int(colour.dropFirst(), radix: 16))
    let parts = [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  static func contrast(_ one: String, _ other: String) throws -> Double {
    let both = [try luminance(one), try luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test func theFormulaIsTheOneOfTheStandard() throws {
    #expect(try Self.contrast("#000000", "#ffffff") == 21)
    #expect(abs(try Self.contrast("#777777", "#ffffff") - 4.48) < 0.01)
  }

  @Test(arguments: [Palette.light, .dark])
  func whatIsReadAndWhatIsSeenStandsOutFromWhatIsBehindIt(palette: Palette) throws {
    for text in [Palette.Role.ink, .muted] {
      #expect(try Self.contrast(palette[text], palette[.surface]) >= 4.5, "\(text)")
    }
    let drawn = [Palette.Role.axis, .ink] + (0..<4).map { .series($0) } + (0..<4).map { .ramp($0) }
    for role in drawn {
      #expect(try Self.contrast(palette[role], palette[.surface]) >= 3, "\(role) on the surface")
    }
    // Outlines and cells of any series are drawn on the empty color.
    for role in (0..<4).map({ Palette.Role.series($0) }) + (0..<4).map({ .ramp($0) }) {
      #expect(try Self.contrast(palette[role], palette[.empty]) >= 3, "\(role) on what is empty")
    }
    #expect(Palette.Role.allCases.allSatisfy { palette.colors[$0] != nil })
    #expect(Set((0..<4).map { palette[.series($0)] }).count == 4 && Set((0..<4).map { palette[.ramp($0)] }).count == 4)
  }

  @Test func theStyleSheetHasEachColourOfBothPalettes() {
    for role in Palette.Role.allCases {
      #expect(Palette.css.contains("--chart-\(role.rawValue):\(Palette.light[role])"))
      #expect(Palette.css.contains("--chart-\(role.rawValue):\(Palette.dark[role])"))
      #expect(Palette.css.contains(".f-\(role.rawValue){fill:var(--chart-\(role.rawValue))}"))
    }
    #expect(!Palette.css.contains("url(") && !Palette.css.contains("@import"))
  }
}
