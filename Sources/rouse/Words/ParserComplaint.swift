/// An error of the parser in the form of all other errors: what is wrong, the usage, and where to read more.
struct ParserComplaint: CustomStringConvertible {
  let description: String

  /// - Parameter message: `Error: …`, then perhaps `Help: …`, `Usage: …`, and `  See '…' for more …`.
  init(_ message: String) {
    let lines = message.split(separator: "\n").map { line in
      if let what = line.after("Error: ") {
        let text = what.prefix(1).lowercased() + what.dropFirst()
        // After a colon there may be a list.
        return Self.quoted(text) + (text.last.map(".:?".contains) == true ? "" : ".")
      }
      if let help = line.after("Help:  ") { return "  help: \(help)" }
      if let usage = line.after("Usage: ") { return "  usage: \(usage)" }
      if let see = line.after("  See '"), let end = see.firstRange(of: "' for more information.") {
        return "  fix: see `\(see[..<end.lowerBound])`"
      }
      return String(line)
    }
    description = lines.joined(separator: "\n")
  }

  /// Replaces quotes by the usual backquotes. Keeps an apostrophe within a word.
  private static func quoted(_ text: String) -> String {
    let characters = Array(text)
    return String(
      characters.indices.map { index in
        let isWithin =
          index > 0 && index + 1 < characters.count && characters[index - 1].isLetter && characters[index + 1].isLetter
        return characters[index] == "'" && !isWithin ? "`" : characters[index]
      })
  }
}

extension Substring {
  fileprivate func after(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
