import Control

/// Finds what people name: by id, by exact name, or by an unambiguous beginning of an id.
package enum Names {
  /// Letters and digits that are not mistaken for each other.
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
  private static let idLength = 6

  /// An id that none of `taken` has.
  package static func newID(taken: some Sequence<String>) -> String {
    let taken = Set(taken)
    while true {
      let id = String((0..<idLength).map { _ in alphabet[Int.random(in: alphabet.indices)] })
      if !taken.contains(id) { return id }
    }
  }

  /// What may stand for one of them.
  package enum Extent {
    /// An id, a name, or so much of an id as `leastBeginning` says, or more.
    case beginning
    /// An id or a name, whole, in letters of either case: for what is not to be had back.
    case whole
  }

  /// One letter of an id that nobody sees is no name: whoever types `t` means `tea`.
  package static let leastBeginning = 4

  /// Where the one that `text` names stands among `ids` and `names`.
  ///
  /// An id is not what people have in mind who type the first letters of a name: where both begin so, it is refused.
  ///
  /// - Parameter many: how several are called; nil: `what` with an s.
  package static func find(
    _ text: String, what: String, many: String? = nil, ids: [String], names: [String], listCommand: String,
    by extent: Extent = .beginning
  ) throws(ControlError) -> Int {
    let many = many ?? "\(what)s"
    if let index = ids.firstIndex(of: text) { return index }
    let matching = text.isEmpty ? [] : matches(text, ids: ids, names: names, by: extent)
    /// As `k3f9xa (Work)`: what has to be typed comes first.
    func list(_ indices: [Int]) -> String {
      indices.prefix(10).map { index in
        let name = names.indices.contains(index) ? names[index] : ""
        return name.isEmpty || name == ids[index] ? ids[index] : "\(ids[index]) (\(name))"
      }.joined(separator: ", ")
    }
    switch matching.count {
    case 1: return matching[0]
    case 0:
      let isShort = extent == .beginning && !text.isEmpty && text.count < leastBeginning
      let meant = isShort ? ids.indices.filter { ids[$0].hasPrefix(text) } : []
      let why =
        switch extent {
        case .beginning where isShort:
          "no name is like that, and of an id \(leastBeginning) characters are needed at least"
        case .beginning: "no id, name or beginning of an id is like that"
        case .whole: "no id and no name is like that"
        }
      throw ControlError(
        .nothingFound, "there is no \(what) `\(text.prefix(100))`",
        why: "\(why); nothing was changed",
        fix: (meant.isEmpty ? "" : "did you mean \(list(meant))? Else ") + "see the \(many) there are: `\(listCommand)`"
      )
    default:
      throw ControlError(
        .usage, "`\(text)` names \(matching.count) \(many)",
        why: "nothing was changed, as it is not clear which is meant", fix: "give one of the ids: \(list(matching))")
    }
  }

  private static func matches(_ text: String, ids: [String], names: [String], by extent: Extent) -> [Int] {
    let named = names.indices.filter { names[$0] == text }
    guard named.isEmpty else { return named }
    switch extent {
    case .whole:
      let text = text.lowercased()
      return ids.indices.filter { ids[$0].lowercased() == text || names[$0].lowercased() == text }
    case .beginning:
      let begun = text.count < leastBeginning ? [] : ids.indices.filter { ids[$0].hasPrefix(text) }
      guard !begun.isEmpty else { return [] }
      return ids.indices.filter { index in
        begun.contains(index) || names.indices.contains(index) && names[index].hasPrefix(text)
      }
    }
  }
}
