import ArgumentParser
import Control
import PlainText

/// A verb that takes free text in place of a subcommand.
protocol TextVerb: Described {}

/// The words of a command line before parsing. Synonyms of verbs are replaced, and an unknown word gets suggestions.
struct TypedWords {
  private(set) var arguments: [String]
  /// The verbs found, from the root on.
  private(set) var verbs: [any ParsableCommand.Type] = [Rouse.self]
  /// The first word that should be a verb but is not, or `nil`.
  private(set) var unknown: String?

  init(_ typed: [String]) {
    arguments = typed
    find(in: typed)
    keepNegativeNumbers()
  }

  /// Puts a negative number behind `--`, so that it is not an option, and the options after it before that.
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
      // Do not guess where any text is taken: `rouse show ls` shows `ls`, and `rouse get volume` is not a message.
      let takesText = verb is any TextVerb.Type
      let names = [word] + (takesText ? [] : Self.synonyms[word.lowercased()] ?? [])
      let found = names.lazy.compactMap { name in
        verb.verbs.first { $0.isCalled(name) && (name == word || !($0 is any TextVerb.Type)) }.map { (name, $0) }
      }.first
      guard let (name, next) = found else {
        unknown = takesText ? nil : word
        return
      }
      arguments[index] = name
      verbs.append(next)
    }
  }

  /// Verbs by other words that users type for them. The first one that exists is taken.
  private static let synonyms: [String: [String]] = [
    "ls": ["list"], "all": ["list"], "rm": ["remove", "delete", "cancel"], "del": ["remove", "delete", "cancel"],
    "delete": ["remove", "cancel"], "remove": ["delete", "cancel"], "new": ["add", "start"], "add": ["start"],
    "create": ["add", "new", "start"], "set": ["add"], "change": ["edit", "set"], "on": ["enable"], "off": ["disable"],
    "info": ["show"], "get": ["show"], "alarms": ["alarm"], "timers": ["timer"], "cards": ["card"],
    "sounds": ["sound"], "presets": ["preset"], "setting": ["settings"], "config": ["settings"], "logs": ["log"],
    "ack": ["acknowledge"], "holiday": ["pause"], "health": ["doctor"], "check": ["doctor"],
  ]

  var path: String { verbs.map { $0.name }.joined(separator: " ") }

  func refusal(of word: String) -> ControlError {
    if verbs.count == 1, let topic = Topic.named(word.lowercased()) {
      return ControlError(
        .usage, "there is no command `\(path) \(Terminal.printable(word))`",
        why: "this is a help page; nothing was changed", fix: "read it: `rouse help \(topic.name)`")
    }
    let meant = suggestions(for: word).map { "`\($0)`" }
    return ControlError(
      .usage, "there is no command `\(path) \(Terminal.printable(word))`",
      why: "`\(path)` has no verb of that name; nothing was changed",
      fix: (meant.isEmpty ? "" : "did you mean \(meant.joined(separator: ", or "))? Or ")
        + "list all: `\(path) --help`")
  }

  /// Returns at most three whole commands, the likeliest first.
  func suggestions(for word: String) -> [String] {
    guard let verb = verbs.last else { return [] }
    let word = word.lowercased()
    let near = Spelling.nearest(to: word, in: verb.verbs.map { $0.name })
    if !near.isEmpty { return near.map { "\(path) \($0)" } }
    let begun = verb.verbs.filter { word.count >= 2 && $0.name.hasPrefix(word) }
    if !begun.isEmpty { return begun.prefix(3).map { "\(path) \($0.name)" } }
    // Verbs of other nouns: those with this name come before those with it as a synonym.
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
  static var verbs: [any ParsableCommand.Type] { configuration.subcommands }
}
