import Control

/// Finds objects by id, by exact name, or by an unambiguous beginning of an id.
package enum Names {
  /// Letters and digits that are not mistaken for each other.
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
  private static let idLength = 6

  package static func newID(taken: some Sequence<String>) -> String {
    let taken = Set(taken)
    while true {
      let id = String((0..<idLength).map { _ in alphabet[Int.random(in: alphabet.indices)] })
      if !taken.contains(id) { return id }
    }
  }

  /// Shorter beginnings are refused: people who type `t` mean a name such as `tea`, not an id that they do not see.
  package static let leastBeginning = 4

  /// Returns the index of the object that `text` identifies. Irreversible actions (`isWhole`) need a complete id or
  /// name, in any case. A beginning that matches both an id and a name is ambiguous, because people who type the first
  /// letters of a name do not have an id in mind.
  package static func find(
    _ text: String, what: String, many: String? = nil, ids: [String], names: [String], listCommand: String,
    isWhole: Bool = false
  ) throws(ControlError) -> Int {
    let many = many ?? "\(what)s"
    if let index = ids.firstIndex(of: text) { return index }
    let matching = text.isEmpty ? [] : matches(text, ids: ids, names: names, isWhole: isWhole)
    /// Lists objects as `k3f9xa (Work)`: the part to type comes first.
    func list(_ indices: [Int]) -> String {
      indices.prefix(10).map { index in
        let name = names.indices.contains(index) ? names[index] : ""
        return name.isEmpty || name == ids[index] ? ids[index] : "\(ids[index]) (\(name))"
      }.joined(separator: ", ")
    }
    switch matching.count {
    case 1: return matching[0]
    case 0:
      let isShort = !isWhole && !text.isEmpty && text.count < leastBeginning
      let meant = isShort ? ids.indices.filter { ids[$0].hasPrefix(text) } : []
      let why =
        isWhole
        ? "no id or name matches"
        : isShort
          ? "no name matches, and an id needs at least \(leastBeginning) characters"
          : "no name, id or beginning of an id matches"
      throw ControlError(
        .nothingFound, "there is no \(what) `\(text.prefix(100))`",
        why: "\(why); nothing was changed",
        fix: (meant.isEmpty ? "" : "did you mean \(list(meant))? Otherwise ") + "list the \(many): `\(listCommand)`"
      )
    default:
      throw ControlError(
        .usage, "`\(text)` matches \(matching.count) \(many)",
        why: "nothing was changed, because more than one could be meant", fix: "give one of the ids: \(list(matching))")
    }
  }

  /// Finds the one of `things` that `text` names.
  package static func find<Thing>(
    _ text: String, what: String, in things: [Thing], id: (Thing) -> String, name: (Thing) -> String,
    listCommand: String
  ) throws(ControlError) -> Thing {
    things[try find(text, what: what, ids: things.map(id), names: things.map(name), listCommand: listCommand)]
  }

  private static func matches(_ text: String, ids: [String], names: [String], isWhole: Bool) -> [Int] {
    let named = names.indices.filter { names[$0] == text }
    guard named.isEmpty else { return named }
    if isWhole {
      let text = text.lowercased()
      return ids.indices.filter { ids[$0].lowercased() == text || names[$0].lowercased() == text }
    }
    let begun = text.count < leastBeginning ? [] : ids.indices.filter { ids[$0].hasPrefix(text) }
    guard !begun.isEmpty else { return [] }
    return ids.indices.filter { index in
      begun.contains(index) || names.indices.contains(index) && names[index].hasPrefix(text)
    }
  }
}
