/// An error of the parser in the form of all other errors: what is wrong, the usage, and where to read more.
struct ParserComplaint: CustomStringConvertible {
  let description: String

  /// - Parameter message: `Error: …`, then perhaps `Help: …`, `Usage: …`, and `  See '…' for more …`.
  init(_ message: String) {
    var lines: [String] = []
    for line in message.split(separator: "\n").map(String.init) {
      if let what = line.after("Error: ") {
        let text = what.prefix(1).lowercased() + what.dropFirst()
        // After a colon there may be a list.
        lines.append(Self.quoted(text) + (text.last.map(".:?".contains) == true ? "" : "."))
      } else if let help = line.after("Help:  ") {
        lines.append("  help: \(help)")
      } else if let usage = line.after("Usage: ") {
        lines.append("  usage: \(usage)")
      } else if let see = line.after("  See '"), let end = see.before("' for more information.") {
        lines.append("  fix: see `\(end)`")
      } else {
        lines.append(line)
      }
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

extension String {
  fileprivate func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
  fileprivate func before(_ suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
