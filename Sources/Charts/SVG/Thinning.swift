/// Leaves out what nobody could see, so that ten years are drawn as quickly, and as small, as one.
enum Thinning {
  struct Place: Equatable {
    var x: Double, y: Double
    var index: Int
  }

  /// The parts of a line between its gaps. A gap that is too narrow to be seen is none.
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

  /// The highest and the lowest of each so many columns, in their order, and both ends; all where there are few.
  ///
  /// - Parameter width: of a column, in user units.
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

  /// A line through places.
  static func path(_ places: [Place]) -> String {
    guard let first = places.first else { return "" }
    let start = "M\(Markup.number(first.x)) \(Markup.number(first.y))"
    // A place alone is a dot, as ends of lines are round.
    guard places.count > 1 else { return start + "h0" }
    // From place to place, which is shorter. What is rounded are the places, so that no error adds up.
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
