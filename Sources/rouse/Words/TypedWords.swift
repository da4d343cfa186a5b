import ArgumentParser
import Control
import PlainText

/// A verb that takes any text where one of its own verbs can stand.
protocol TextVerb: Described {}

/// The words of a command line, before the parser reads them: other words for the same verb are put right, and a word
/// that is none is answered with what was meant, as well as that can be told.
struct TypedWords {
  /// As the parser is to read them.
  private(set) var arguments: [String]
  /// The verbs among them, from the root on.
  private(set) var verbs: [any ParsableCommand.Type] = [Rouse.self]
  /// The first word that is no verb, where one has to stand; nil: they are all right.
  private(set) var unknown: String?

  init(_ typed: [String]) {
    arguments = typed
    find(in: typed)
    keepNegativeNumbers()
  }

  /// What begins like a number below zero is no option: it goes behind `--`, and options after it come before that.
  private mutating func keepNegativeNumbers() {
    guard !arguments.contains("--") else { return }
    let first = arguments.indices.first { index in
      let isValueOfAnOption = index > 0 && arguments[index - 1].hasPrefix("--")
      return Self.isNegativeNumber(arguments[index]) && !isValueOfAnOption
    }
    guard let first else { return }
    let options = arguments[first...].firstIndex { $0.hasPrefix("--") } ?? arguments.endIndex
    arguments = arguments[..<first] + arguments[options...] + ["--"] + arguments[first..<options]
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.first == "-", let next = word.dropFirst().first else { return false }
    return next.isASCII && next.isNumber || next == "."
  }

  private mutating func find(in typed: [String]) {
    for (index, word) in typed.enumerated() {
      guard let verb = verbs.last, !verb.configuration.subcommands.isEmpty else { return }
      guard !word.hasPrefix("-"), word != "help" else { return }
      guard let (name, next) = Self.find(word, in: verb) else {
        // It is what the display is to show.
        if verb is any TextVerb.Type { return }
        unknown = word
        return
      }
      arguments[index] = name
      verbs.append(next)
    }
  }

  /// What people type for a verb that has another name here; the first that there is counts.
  private static let synonyms: [String: [String]] = [
    "ls": ["list"], "all": ["list"], "rm": ["remove", "delete", "cancel"], "del": ["remove", "delete", "cancel"],
    "delete": ["remove", "cancel"], "remove": ["delete", "cancel"], "new": ["add", "start"], "add": ["start"],
    "create": ["add", "new", "start"], "set": ["add"], "change": ["edit", "set"], "on": ["enable"], "off": ["disable"],
    "info": ["show"], "get": ["show"], "alarms": ["alarm"], "timers": ["timer"], "cards": ["card"],
    "sounds": ["sound"], "presets": ["preset"], "setting": ["settings"], "config": ["settings"], "logs": ["log"],
    "ack": ["acknowledge"], "holiday": ["pause"], "health": ["doctor"], "check": ["doctor"],
  ]

  private static func find(
    _ word: String, in verb: any ParsableCommand.Type
  ) -> (name: String, verb: any ParsableCommand.Type)? {
    if let next = verb.verbs.first(where: { $0.isCalled(word) }) { return (word, next) }
    // What takes any text is not to be guessed: `rouse get volume` is no message.
    guard !(verb is any TextVerb.Type) else { return nil }
    for name in synonyms[word.lowercased()] ?? [] {
      if let next = verb.verbs.first(where: { $0.isCalled(name) && !($0 is any TextVerb.Type) }) { return (name, next) }
    }
    return nil
  }

  /// What the unknown word is answered with.
  func refusal(of word: String) -> ControlError {
    let path = verbs.map { $0.name }.joined(separator: " ")
    if verbs.count == 1, let topic = Topic.named(word.lowercased()) {
      return ControlError(
        .usage, "there is no command `\(path) \(Terminal.printable(word))`",
        why: "this is a help page; nothing was changed", fix: "read it: `rouse help \(topic.name)`")
    }
    let meant = suggestions(for: word).map { "`\($0)`" }
    return ControlError(
      .usage, "there is no command `\(path) \(Terminal.printable(word))`",
      why: "`\(path)` has no verb of that name; nothing was changed",
      fix: (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", or "))? Else ")
        + "see all that there are: `\(path) --help`")
  }

  /// Whole commands that may have been meant, the likeliest first; three at most.
  func suggestions(for word: String) -> [String] {
    guard let verb = verbs.last else { return [] }
    let path = verbs.map { $0.name }.joined(separator: " ")
    let word = word.lowercased()
    let near = Spelling.nearest(to: word, in: verb.verbs.map { $0.name })
    if !near.isEmpty { return near.map { "\(path) \($0)" } }
    let begun = verb.verbs.filter { word.count >= 2 && $0.name.hasPrefix(word) }
    if !begun.isEmpty { return begun.prefix(3).map { "\(path) \($0.name)" } }
    // A verb of another noun; one of just this name goes before one that people may call so.
    let pairs = Rouse.verbs.flatMap { noun in noun.verbs.map { (noun: noun.name, verb: $0.name) } }
    let found =
      pairs.filter { $0.verb == word }
      + pairs.filter { $0.verb != word && Self.synonyms[word]?.contains($0.verb) == true }
    return found.prefix(3).map { "rouse \($0.noun) \($0.verb)" }
  }
}

extension ParsableCommand {
  static var name: String { configuration.commandName ?? "rouse" }
  static func isCalled(_ name: String) -> Bool { self.name == name || configuration.aliases.contains(name) }
  /// The verbs after this one.
  static var verbs: [any ParsableCommand.Type] { configuration.subcommands }
}
