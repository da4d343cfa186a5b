import Control

/// Finds what people name: by id, by exact name, or by an unambiguous beginning of an id.
enum Names {
  /// Letters and digits that are not mistaken for each other.
  private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
  private static let idLength = 6

  /// An id that none of `taken` has.
  static func newID(taken: some Sequence<String>) -> String {
    let taken = Set(taken)
    while true {
      let id = String((0..<idLength).map { _ in alphabet[Int.random(in: alphabet.indices)] })
      if !taken.contains(id) { return id }
    }
  }

  /// Where the one that `text` names stands among `ids` and `names`.
  static func find(
    _ text: String, what: String, ids: [String], names: [String], listCommand: String
  ) throws(ControlError) -> Int {
    if let index = ids.firstIndex(of: text) { return index }
    let named = names.indices.filter { names[$0] == text && !text.isEmpty }
    let matching = named.isEmpty ? ids.indices.filter { ids[$0].hasPrefix(text) && !text.isEmpty } : named
    switch matching.count {
    case 1: return matching[0]
    case 0:
      throw ControlError(
        .nothingFound, "there is no \(what) `\(text.prefix(100))`",
        why: "no id, name or beginning of an id is like that; nothing was changed",
        fix: "see the \(what)s there are: `\(listCommand)`")
    default:
      throw ControlError(
        .usage, "`\(text)` names \(matching.count) \(what)s",
        why: "nothing was changed, as it is not clear which is meant",
        fix: "give one of the ids: \(matching.prefix(10).map { ids[$0] }.joined(separator: ", "))")
    }
  }
}
