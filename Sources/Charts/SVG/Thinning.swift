/// Leaves out invisible detail, so that a drawing of ten years is as fast and as small as one of a year.
enum Thinning {
  struct Place: Equatable {
    var x: Double, y: Double
    var index: Int
  }

  /// Splits a line at its gaps. Gaps too narrow to be seen do not count.
  static func parts(_ points: [Point], _ frame: Frame) -> [[Place]] {
    var parts: [[Place]] = []
    var part: [Place] = []
    var isGap = false
    for (index, point) in points.enumerated() {
      guard let known = point.place else {
        isGap = true
        continue
      }
      let place = Place(x: frame.x(known.x), y: frame.y(known.y), index: index)
      if isGap, let last = part.last, abs(place.x - last.x) > 1.5 {
        parts.append(part)
        part = []
      }
      part.append(place)
      isGap = false
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// Keeps both ends, and the highest and lowest place of each column, in order. Keeps a short part whole.
  ///
  /// - Parameter width: the width of a column, in user units.
  static func thinned(_ part: [Place], width: Double) -> [Place] {
    guard part.count > 2, let first = part.first, let last = part.last,
      Double(part.count) > 2 * abs(last.x - first.x) / width + 4
    else { return part }
    var kept = [first]
    var start = 0
    while start < part.count {
      var (low, high, end) = (start, start, start)
      let column = (part[start].x / width).rounded(.down)
      while end < part.count, (part[end].x / width).rounded(.down) == column {
        if part[end].y < part[low].y { low = end }
        if part[end].y > part[high].y { high = end }
        end += 1
      }
      kept += Set([low, high]).sorted().map { part[$0] }.filter { $0 != first && $0 != last }
      start = end
    }
    return kept + [last]
  }

  private static func tenths(_ place: Place) -> (x: Int, y: Int) {
    (Unit.whole(place.x * 10), Unit.whole(place.y * 10))
  }

  static func path(_ places: [Place]) -> String {
    guard let first = places.first else { return "" }
    let start = "M\(Markup.number(first.x)) \(Markup.number(first.y))"
    // A single place is a dot, because lines have round ends.
    guard places.count > 1 else { return start + "h0" }
    // Relative steps are shorter. Places are rounded instead of steps, so that errors do not add up.
    var last = tenths(first)
    return places.dropFirst().reduce(into: start + "l") { path, place in
      let here = tenths(place)
      for step in [here.x - last.x, here.y - last.y] {
        if step >= 0, path.last != "l" { path += " " }
        path += Markup.number(Double(step) / 10)
      }
      last = here
    }
  }
}
