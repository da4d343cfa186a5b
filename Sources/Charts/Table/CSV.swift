/// Comma-separated values as spreadsheets read them (RFC 4180).
public enum CSV {
  /// One cell. What a spreadsheet would compute, as it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, has an
  /// apostrophe before it.
  public static func cell(_ text: String) -> String {
    // By scalars: a carriage return and a line feed are one character.
    let first = text.unicodeScalars.first
    let harmless = first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'" + text : text
    let isPlain = harmless.unicodeScalars.allSatisfy { !"\",\r\n".unicodeScalars.contains($0) }
    guard !isPlain else { return harmless }
    var quoted = "\""
    for scalar in harmless.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// A line of cells that are written already.
  public static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\r\n" }
}
