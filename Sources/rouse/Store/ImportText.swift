import AlarmClock
import Control

enum ImportText {
  /// Returns lines, of which some are indented by two.
  static func listing(_ shown: ImportShown) -> [String] {
    let facts = shown.facts
    var lines: [String] = []
    if let taken = facts.taken { lines.append("Their backup is from \(TimePhrase.stamp(taken)).") }
    for kind in ImportItem.Kind.allCases {
      let all = shown.items.filter { $0.kind == kind }
      guard !all.isEmpty else { continue }
      let name = kind.rawValue
      lines.append(kind == .preset ? "Presets of timers:" : "\(name.prefix(1).uppercased())\(name.dropFirst())s:")
      lines += all.filter { !$0.isKept }.map { "  " + words($0) + notes($0) }
      let kept = all.filter(\.isKept)
      if !kept.isEmpty { lines.append("  only mine, kept: \(names(kept.map(\.name)))") }
      if kind == .calendar, let doubt = facts.doubt { lines.append("  Look twice: \(Terminal.printable(doubt)).") }
    }
    if !facts.leftOut.isEmpty {
      lines.append("Alarms left out, because their time has passed (\(facts.leftOut.count)):")
      lines.append("  " + TimePhrase.clocks(in: names(facts.leftOut)))
    }
    if let cards = facts.cards { lines += words(cards) }
    return lines + [ending(facts)]
  }

  /// Example: `Work: mine Mon-Fri 07:30, theirs Mon-Fri 07:15; volume mine 60, theirs 80`.
  static func words(_ item: ImportItem) -> String {
    func clocks(_ text: String?) -> String { Terminal.printable(TimePhrase.clocks(in: text ?? "-")) }
    let first =
      switch (item.mine, item.theirs) {
      case (let mine?, let theirs?) where mine == theirs: "\(clocks(mine)) on both"
      case (let mine?, let theirs?): "mine \(clocks(mine)), theirs \(clocks(theirs))"
      case (nil, let theirs): "only theirs, \(clocks(theirs)); added"
      case (let mine, nil): "only mine, \(clocks(mine)); kept"
      }
    let others = item.changes.map { change in
      "\(change.name) mine \(value(change.was, change.wasDefault)), theirs \(value(change.now, change.isDefault))"
    }
    return "\(Terminal.printable(item.name)): " + ([first] + others).joined(separator: "; ")
  }

  private static func value(_ text: String?, _ isDefault: Bool) -> String {
    Terminal.printable(text ?? "-") + (isDefault ? " (\(SettingKey.defaultWord))" : "")
  }

  private static func notes(_ item: ImportItem) -> String {
    guard !item.notes.isEmpty else { return "" }
    let notes = item.notes.map(Terminal.printable).joined(separator: "; ")
    return item.isAdded ? " (\(notes))" : " (with theirs: \(notes))"
  }

  private static let mostNamed = 20

  static func names(_ names: [String]) -> String {
    let more = names.count - mostNamed
    return names.prefix(mostNamed).map(Terminal.printable).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }

  private static func words(_ cards: ImportCards) -> [String] {
    func all(_ cards: [String]) -> String { cards.isEmpty ? "none" : names(cards) }
    let what =
      cards.taken
      ? "Their cards replace yours. Cards that only you have will stop working."
      : cards.obstacle.map { "Mine stay: \($0)." }
        ?? "Mine stay; `--cards` replaces them all with theirs."
    return ["Cards:", "  mine \(all(cards.mine)); theirs \(all(cards.theirs)). \(what)"]
      + cards.notes.map { "  " + Terminal.printable($0) }
  }

  private static func ending(_ facts: ImportFacts) -> String {
    let staying = facts.staying.map(\.rawValue).joined(separator: " and ")
    return "\(Table.count(facts.alike, "item")) \(facts.alike == 1 ? "is" : "are") the same. Not imported: log, "
      + "history, pictures of rings, running timers"
      + (staying.isEmpty ? "." : ", and the clock's own \(staying).")
  }

  // MARK: Confirmation and result

  private static func chosen(_ shown: ImportShown, _ choices: ImportChoices) -> [ImportChoice] {
    shown.toChoose.map { $0.choices.contains(choices[$0.id]) ? choices[$0.id] : .mine }
  }

  static func replaces(_ shown: ImportShown, _ choices: ImportChoices) -> Bool {
    shown.takesCards || chosen(shown, choices).contains(.theirs)
  }

  static func lines(_ shown: ImportShown, _ choices: ImportChoices) -> [String] {
    let chosen = chosen(shown, choices)
    let parts = [
      (shown.items.count(where: \.isAdded), "added"), (chosen.count { $0 == .theirs }, "taken from theirs"),
      (chosen.count { $0 == .both }, "copied next to mine"), (chosen.count { $0 == .mine }, "left as mine"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let cards = shown.takesCards ? " Their cards replace mine." : ""
    return [
      "Result: \(parts.isEmpty ? "nothing" : parts.joined(separator: ", ")).\(cards) The current data is copied first."
    ]
  }

  static func sentence(_ result: ImportView, _ file: String) -> String {
    let from = file == InputFile.standardName ? "standard input" : Terminal.printable(file)
    let what =
      "Imported from \(from): \(result.added) added, \(result.changed) changed"
      + (result.cards ? ", and their cards." : ".")
    guard let before = result.before else { return what }
    return what + "\nThe earlier data is in \(Terminal.printable(before)). To go back: rouse restore "
      + Terminal.printable(before.shellWord)
  }
}
