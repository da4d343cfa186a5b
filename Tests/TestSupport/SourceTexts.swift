import Glibc

/// A string literal in the sources that names `rouse` commands.
public struct SourceText: Sendable {
  public var file: String
  public var line: Int
  /// The text between the interpolated values.
  public var parts: [String]
  /// Whether the text has several lines, which no message has.
  public var isHelp: Bool

  public var text: String { parts.joined(separator: "…") }

  /// The commands in backquotes, or the whole text if it is a command. `…` stands for a value.
  public var commands: [String] {
    if text.hasPrefix("rouse "), text.allSatisfy({ $0.isLowercase || " …-".contains($0) }) { return [text] }
    return Self.commands(in: text)
  }

  /// Returns the `rouse` commands in backquotes.
  public static func commands(in text: String) -> [String] {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    return pieces.indices.filter { $0 % 2 == 1 && pieces[$0].hasPrefix("rouse ") }.map { String(pieces[$0]) }
  }

  /// Returns whether a printed line contains this text, ignoring case and the kind of quotes.
  public func isIn(_ lines: [String]) -> Bool {
    func comparable(_ text: String) -> String { text.lowercased().replacing("'", with: "`") }
    let shown = parts.map { comparable(String($0.split(separator: "\n").first ?? "")) }
    return lines.contains { line in
      comparable(line).withCString { start in
        var rest: UnsafePointer<CChar>? = start
        for part in shown {
          rest = rest.flatMap { UnsafePointer(strstr($0, part)) }.map { $0 + part.utf8.count }
        }
        return rest != nil
      }
    }
  }

  /// Returns the texts with commands in all Swift files below a folder.
  public static func all(below folder: String, at path: String = "") -> [SourceText] {
    Files.names(folder).flatMap { name in
      let (file, place) = (path + name, folder + "/" + name)
      guard name.hasSuffix(".swift") else { return name.contains(".") ? [] : all(below: place, at: file + "/") }
      return SourceReader.texts(of: place).map { found in
        SourceText(file: file, line: found.line, parts: found.parts, isHelp: found.isBlock)
      }.filter { !$0.commands.isEmpty }
    }
  }
}

/// Finds string literals in Swift code, including those inside interpolations.
private struct SourceReader {
  typealias Found = (line: Int, parts: [String], isBlock: Bool)

  private var texts: [Found] = []
  private var code: [UInt8]
  private var place = 0
  private var line = 1

  static func texts(of path: String) -> [Found] {
    let code = Files.bytes(path)
    guard String(decoding: code, as: UTF8.self).contains("rouse ") else { return [] }
    var reader = SourceReader(code: code)
    reader.readCode(untilParenthesis: false)
    return reader.texts
  }

  private init(code: [UInt8]) { self.code = code }

  /// Skips a word if the code continues with it.
  private mutating func takes(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= code.count else { return false }
    for index in 0..<count where code[place + index] != word.utf8Start[index] { return false }
    place += count
    return true
  }

  private mutating func step() {
    if code[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private mutating func readCode(untilParenthesis isInside: Bool) {
    var depth = 0
    while place < code.count {
      switch code[place] {
      case UInt8(ascii: "/") where takes("//"):
        while place < code.count, code[place] != UInt8(ascii: "\n") { place += 1 }
      case UInt8(ascii: "#") where takes("#\""): while place < code.count, !takes("\"#") { step() }
      case UInt8(ascii: "\""): readText()
      case UInt8(ascii: "("):
        depth += 1
        place += 1
      case UInt8(ascii: ")"):
        depth -= 1
        place += 1
        if isInside, depth < 0 { return }
      default: step()
      }
    }
  }

  private mutating func readText() {
    let start = line
    let isBlock = takes("\"\"\"")
    if !isBlock { place += 1 }
    var parts: [[UInt8]] = [[]]
    while place < code.count, !(isBlock ? takes("\"\"\"") : takes("\"")) {
      if takes("\\(") {
        readCode(untilParenthesis: true)
        parts.append([])
      } else {
        let isNewLine = takes("\\n")
        if !isNewLine, code[place] == UInt8(ascii: "\\") { place += 1 }
        parts[parts.count - 1].append(isNewLine ? UInt8(ascii: "\n") : code[place])
        if !isNewLine { step() }
      }
    }
    texts.append((start, parts.map { String(decoding: $0, as: UTF8.self) }, isBlock))
  }
}
