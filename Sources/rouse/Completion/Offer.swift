import ArgumentParser
import Control

/// A word that a shell offers, and what it is about.
struct Offer: Equatable {
  var word: String
  var about: String

  /// Something that people have named, and that has an id as well.
  struct Named {
    var name: String
    var id: String?
    var about: String
  }

  /// Each by its name where that means it alone and the shell leaves it alone, else by its id.
  static func all(_ things: [Named], for shell: CompletionShell? = CompletionShell.requesting) -> [Offer] {
    var counts: [String: Int] = [:]
    for thing in things { counts[thing.name.lowercased(), default: 0] += 1 }
    return things.compactMap { thing in
      let isSafe = isSafe(thing.name, in: shell) && counts[thing.name.lowercased()] == 1
      guard !isSafe else { return Offer(word: thing.name, about: thing.about) }
      return thing.id.map { Offer(word: $0, about: thing.name.isEmpty ? thing.about : "\(thing.name), \(thing.about)") }
    }
  }

  /// The parser takes no option for a name, and a shell's list of words has one a line. Bash and zsh put quotes around
  /// most of what is special to them when they complete it; these they leave to be expanded when the line is run.
  private static func isSafe(_ name: String, in shell: CompletionShell?) -> Bool {
    let left = shell == .fish ? "" : "$`!"
    return !name.isEmpty && !name.hasPrefix("-") && !name.hasPrefix("~") && Terminal.printable(name) == name
      && !name.contains { left.contains($0) }
  }

  /// The line that the completion script of this shell understands. The word may be anything, and a shell would run what
  /// is in it: the scripts of the parser hand it on unquoted.
  func text(for shell: CompletionShell?) -> String {
    switch shell {
    // `compgen -W` expands each word, substitutions too (bash(1)).
    case .bash?: "'" + word.replacing("'", with: #"'\''"#) + "'"
    // `_describe` takes what follows a colon for a description (zshcompsys(1)).
    case .zsh?: escaped(word) + (about.isEmpty ? "" : ":" + Terminal.printable(about))
    // What follows a tab is the description (complete(1) of fish).
    case .fish?: word + (about.isEmpty ? "" : "\t" + Terminal.printable(about))
    default: word
    }
  }

  private func escaped(_ word: String) -> String {
    word.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
  }
}
