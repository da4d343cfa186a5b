/// Suggestions for misspelled words.
public enum Spelling {
  /// Returns up to three similar names, the most similar first. `form` is the part of a name to compare.
  public static func nearest(
    to word: String, in names: [String], by form: (String) -> String = { $0 }
  ) -> [String] {
    names.map { (name: $0, distance: distance(word, form($0))) }
      .filter { $0.distance <= (word.count > 4 ? 2 : 1) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// Counts insertions, deletions, replacements and swaps of neighboring letters (optimal string alignment).
  public static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
