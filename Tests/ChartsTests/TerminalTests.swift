import Glibc
import PlainText
import TestSupport
import Testing

@testable import Charts

/// Charts on terminals are kept as text in `Screens`, so that a diff shows their changes. ROUSE_SCREENS=write updates
/// the files.
struct TerminalTests {
  private static let charts = Sample.all + [Sample.waking(days: 200, series: 1, name: "200-days")]
  private static let folder = String(#filePath.dropLast("TerminalTests.swift".count)) + "Screens"
  private static let blocks = 0x2500...0x28FF as ClosedRange<UInt32>

  @Test(arguments: charts.indices, ["50", "80", "plain"])
  func aChartLooksAsItDid(index: Int, kind: String) throws {
    let chart = Self.charts[index]
    let shown = chart.terminal(width: Int(kind) ?? 80, style: TerminalStyle(isPlain: kind == "plain")) + "\n"
    let path = "\(Self.folder)/\(chart.name).\(kind).txt"
    if getenv("ROUSE_SCREENS").map({ String(cString: $0) }) == "write" {
      try Files.write(shown, to: path)
    }
    #expect(shown == Files.text(path), "\(path): where it is meant to be so: ROUSE_SCREENS=write")
  }

  private static func faults(_ text: String, columns: Int) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      DisplayWidth.of(String(line)) > columns || line.last == " " || String(line).printable() != line
    }
  }

  @Test(arguments: [40, 50, 80, 120, 200])
  func noLineIsWiderThanTheTerminalWhateverItSays(columns: Int) {
    let hostile = Hostile.texts.flatMap { Hostile.charts($0, Hostile.numbers) }
    for chart in Self.charts + hostile + Hostile.empty {
      for isPlain in [false, true] {
        let text = chart.terminal(width: columns, height: 14, style: TerminalStyle(isPlain: isPlain))
        // Tables have a column per series, and 14 gauges do not fit, so their lines are cut.
        #expect(Self.faults(text, columns: columns).isEmpty, "\(chart.name) at \(columns): \(text)")
      }
    }
  }

  @Test func plainTextHasNoBlocksAndNoColour() {
    for chart in Self.charts + Hostile.empty {
      let text = chart.terminal(width: 80, style: TerminalStyle(isColoured: true, isPlain: true))
      #expect(!text.unicodeScalars.contains { Self.blocks.contains($0.value) || $0 == "\u{1B}" }, "\(text)")
      #expect(text.contains(chart.sentence))
    }
  }

  /// Shapes repeat what colors say, so the text is the same without them.
  @Test func coloursAddNothingButColours() {
    for chart in Self.charts {
      let coloured = chart.terminal(width: 80, style: TerminalStyle(isColoured: true, escape: "\u{241B}"))
      var bare = ""
      for (index, part) in coloured.split(separator: "\u{241B}", omittingEmptySubsequences: false).enumerated() {
        bare += index == 0 ? part : part.drop { $0 != "m" }.dropFirst()
      }
      #expect(bare != coloured)
      let lines = bare.split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0).trimmingTrailingSpaces
      }
      #expect(lines.joined(separator: "\n") == chart.terminal(width: 80))
    }
  }

  @Test func wideLettersTakeTwoColumnsAndLongNamesAreCut() {
    let plot = BarPlot(
      categoryTitle: "Card", categories: ["浴室", "bath", "👩‍👩‍👧‍👦", String(repeating: "long ", count: 40)],
      y: Axis(title: "Rings", unit: .count), series: [.init(name: "a", values: [4, 4, 4, 4])])
    let text = Chart(name: "a", title: "Cards", sentence: "Four each.", plot: .bars(plot)).terminal(width: 50)
    let bars = text.split(separator: "\n").filter { $0.contains("█") }
    let starts = bars.map { line in DisplayWidth.of(String(line.prefix { $0 != "█" })) }
    #expect(bars.count == 4 && Set(starts).count == 1, "\(text)")
    #expect(bars[3].contains("…"))
  }

  @Test func aSparklineHasEightHeightsAndGaps() {
    #expect(Sparkline.blocks((0..<8).map { Double($0) }) == "▁▂▃▄▅▆▇█")
    #expect(Sparkline.blocks([0, nil, 100, .nan, 50], in: 0...100) == "▁ █ ▅")
    #expect(Sparkline.blocks([5, 5]) == "▄▄")
    #expect(Sparkline.blocks([nil, .infinity]) == "  ")
    #expect(Sparkline.blocks([-1e300, 1e300, 200], in: 0...100) == "▁██")
    #expect(Sparkline.blocks([]) == "")
    #expect(Sparkline.words([70, nil, 84], .score) == "70, -, 84")
    #expect(
      Sparkline.words((0..<15).map { Double($0) } + [3], .score) == "from 0 to 3, lowest 0, highest 14")
  }
}
