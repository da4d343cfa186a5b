/// Comma-separated values as spreadsheets read them (RFC 4180).
public enum CSV {
  /// Formats a cell. Puts an apostrophe before text that a spreadsheet would compute: text that begins with `=`, `+`,
  /// `-`, `@`, a tab or a carriage return.
  public static func cell(_ text: String) -> String {
    // By scalars, because a carriage return and a line feed form one character.
    let first = text.unicodeScalars.first
    let harmless = first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'" + text : text
    let special = "\",\r\n".unicodeScalars
    guard harmless.unicodeScalars.contains(where: special.contains) else { return harmless }
    return "\"" + harmless.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  /// Joins cells that are already formatted.
  public static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\r\n" }
}
