import Glibc
import TestSupport
import Testing

@testable import Charts

struct DrawingTests {
  private static func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

  @Test func valuesHaveWordsAndSeriesHaveNumbers() {
    let svg = Sample.waking(days: 30).svg(Drawing(id: "a"))
    #expect(svg.contains("<title>Time to card, 2026-11-16: 1 min 25 s</title>"))
    #expect(svg.contains("<title>Time to card, 2026-11-03: 6 min 50 s (outlier)</title>"))
    #expect(
      Self.count("class=\"mark\"", in: svg)
        == Sample.waking(days: 30).table.rows.reduce(0) { count, row in
          count + row[1...2].count { $0 != .none }
        })
    // One for the values and one for the outlier.
    #expect(Self.count("<g data-series=\"0\" class=\"series", in: svg) == 2)
    #expect(Self.count("<g class=\"legend\" data-series=\"1\"", in: svg) == 1)
    // Distinguishable without color, by dashes and marker shapes.
    #expect(svg.contains("stroke-dasharray") && svg.contains("#a-m0") && svg.contains("#a-m1"))
    let bars = Sample.weekdays().svg(Drawing(id: "a"))
    #expect(
      Self.count("class=\"mark", in: bars) == 12 && bars.contains("<title>Wed, These 30 days: 2 min 21 s</title>"))
    #expect(bars.contains("fill=\"url(#a-p1)\""))
    let hours = Sample.hours.svg(Drawing(id: "a"))
    #expect(Self.count("class=\"mark", in: hours) == 21 && hours.contains("<title>Wed, 07: 11</title>"))
    #expect(Sample.scores.svg(Drawing(id: "a")).contains("<title>Rhythm: 61, Needs attention</title>"))
    #expect(Sample.rhythm().svg(Drawing(id: "a")).contains("<title>Without noise, trend: r = 0.87</title>"))
  }

  @Test func aMissingValueIsAGapAndZeroIsNot() throws {
    func path(_ values: [Double?]) throws -> String {
      let chart = TableTests.line([Series(name: "a", points: TableTests.points(values))])
      let svg = chart.svg(Drawing(id: "a", for: .picture))
      let start = try #require(svg.firstRange(of: "class=\"series")).upperBound
      let line = try #require(svg[start...].firstRange(of: " d=\"")).upperBound
      return String(svg[line...].prefix { $0 != "\"" })
    }
    #expect(Self.count("M", in: try path([1, 2, 0, 4, 5])) == 1)
    #expect(Self.count("M", in: try path([1, 2, nil, 4, 5])) == 2)
    #expect(Self.count("M", in: try path([nil, .nan, 2, .infinity, 5, nil])) == 2)
    #expect(try path([nil, nil]).isEmpty)
  }

  @Test func outliersAreRingedAndNamedAndOnlyAsManyAsThereIsRoomFor() {
    let points = (0..<40).map {
      Point(x: 20_000 + Double($0), y: $0.isMultiple(of: 2) ? 500 : 60, isOutlier: $0.isMultiple(of: 2))
    }
    let svg = TableTests.line([Series(name: "a", points: points)]).svg(Drawing(id: "a"))
    #expect(Self.count("<use href=\"#a-o\"", in: svg) == 21)
    #expect((2...6).contains(Self.count(">8 min 20 s</text>", in: svg)))
    #expect(!Sample.waking(days: 7).svg(Drawing(id: "a")).contains("#a-o"))
  }

  @Test func aYearIsSmallAndTenYearsToo() {
    let page = Drawing(id: "a", for: .page)
    let year = Sample.waking(days: 365, series: 3).svg(Drawing(id: "a"))
    print(
      "Bytes of a line chart: a year of 3 series \(year.utf8.count), "
        + "one on a page \(Sample.waking(days: 365, series: 1).svg(page).utf8.count), "
        + "ten years of 2 series \(Sample.waking(days: 4000).svg(page).utf8.count)")
    #expect(year.utf8.count < 40_000)
    #expect(Sample.waking(days: 4000).svg(page).utf8.count < 40_000)
    // Two full drawings, their tables, and the others, as on a page of eight.
    #expect(Sample.all.map { $0.svg(page).utf8.count }.reduce(0, +) < 80_000)
  }

  @Test func coordinatesHaveOnePlaceBehindThePointAtMost() {
    for chart in Sample.all {
      let svg = chart.svg(Drawing(id: "a", for: .page))
      let numbers = svg.split { !($0.isNumber || $0 == ".") }.filter { $0.contains(".") && $0.contains { $0.isNumber } }
      let long = numbers.filter { $0.split(separator: ".").last?.count ?? 0 > 1 }
      // The text about r has two decimals.
      #expect(Set(long).isSubset(of: ["0.87", "0.87."]), "\(chart.name): \(long)")
    }
  }

  @Test func fixedColoursNeedNoStyleSheet() {
    let palette = Palette.light
    let svg = Sample.waking(days: 7).svg(Drawing(id: "a", for: .picture))
    #expect(
      !svg.contains("<style>") && svg.contains("fill=\"\(palette[.surface])\"") && svg.contains(palette[.series(1)]))
    #expect(Sample.scores.svg(Drawing(id: "a")).contains("<style>"))
    #expect(!Sample.scores.svg(Drawing(id: "a", for: .page)).contains("<style>"))
  }

  private static let checker = """
    import os, sys, xml.parsers.expat
    folder, faults = sys.argv[1], []
    for name in sorted(os.listdir(folder)):
        ids, uses, names, words = [], [], set(), []
        def start(element, attributes):
            names.add(element)
            if 'id' in attributes: ids.append(attributes['id'])
            for key, value in attributes.items():
                if key == 'href': uses.append(value[1:] if value[:1] == '#' else 'outside:' + value)
                if 'url(' in value: uses.append(value[5:-1])
                if key.startswith('on'): faults.append(name + ': ' + key)
            if element == 'svg':
                uses.extend(attributes['aria-labelledby'].split())
                if attributes['role'] != 'img': faults.append(name + ': role')
        parser = xml.parsers.expat.ParserCreate('utf-8')
        parser.StartElementHandler = start
        try: parser.Parse(open(folder + '/' + name, 'rb').read(), True)
        except Exception as error: faults.append(name + ': ' + str(error)); continue
        known = set('svg title desc style defs rect path g text use circle pattern'.split())
        if names - known: faults.append(name + ': elements ' + str(names - known))
        if len(ids) != len(set(ids)): faults.append(name + ': ids twice')
        if not set(uses) <= set(ids): faults.append(name + ': refers to ' + str(set(uses) - set(ids)))
        if not all(one.startswith('c1_x_') for one in ids): faults.append(name + ': ids ' + str(ids))
    sys.stdout.write('\\n'.join(faults))
    """

  @Test(.startsPrograms) func everyDocumentIsWellFormedWhateverItsWords() async throws {
    let folder = try TemporaryFolder()
    let documents = folder.path + "/svg"
    mkdir(documents, 0o700)
    let charts = Sample.all + Hostile.empty + Hostile.texts.flatMap { Hostile.charts($0, Hostile.numbers) }
    for (number, chart) in charts.enumerated() {
      for drawing in [Drawing(id: "1\"x>"), Drawing(id: "1\"x>", width: 320, for: .picture)] {
        let path = "\(documents)/\(number)-\(chart.name.utf8.count)-\(Int(drawing.width)).svg"
        try Files.write(chart.svg(drawing), to: path)
      }
    }
    let result = try await run(["/usr/bin/python3", "-c", Self.checker, documents], in: folder)
    #expect(result.code == 0 && result.output == "", "\(result)")
  }

  private func run(_ words: [String], in folder: TemporaryFolder) async throws -> Program.Result {
    try await Program(words, environment: ["HOME=\(folder.path)"], outputTo: folder.path + "/run").result()
  }

  private static let hasConverter = access("/usr/bin/rsvg-convert", X_OK) == 0

  /// Programs without support for custom properties draw the chart too.
  @Test(
    .startsPrograms, .enabled(if: hasConverter, "rsvg-convert is not installed: librsvg2-bin"),
    arguments: Sample.all.indices)
  func itIsPaintedWithoutAStyleSheetAsWithOne(index: Int) async throws {
    let folder = try TemporaryFolder()
    let (source, picture) = (folder.path + "/a.svg", folder.path + "/a.png")
    var pictures: [[UInt8]] = []
    let styled = Sample.all[index].svg(Drawing(id: "a"))
    let start = try #require(styled.firstRange(of: "<style>")?.lowerBound)
    let end = try #require(styled.firstRange(of: "</style>")?.upperBound)
    for svg in [styled, String(styled[..<start] + styled[end...])] {
      try Files.write(svg, to: source)
      let result = try await run(["/usr/bin/rsvg-convert", "-o", picture, source], in: folder)
      #expect(result.code == 0)
      pictures.append(Files.bytes(picture))
    }
    // A PNG of a single color has about 2,000 bytes.
    #expect(pictures[0] == pictures[1] && pictures[0].count > 8000, "\(pictures.map(\.count))")
  }
}
