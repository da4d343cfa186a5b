import ArgumentParser
import Control
import Glibc
import TestSupport
import Testing

@testable import rouse

/// The commands in backquotes in documents and in the manual exist.
struct DocumentTests {
  private static let root = String(#filePath.dropLast("/Tests/CommandLineTests/DocumentTests.swift".count))

  private static func commands(in text: String) -> [[String]] {
    var isBlock = false
    return text.split(separator: "\n").flatMap { line -> [[String]] in
      if line.hasPrefix("```") { isBlock.toggle() }
      guard !isBlock, !line.hasPrefix("    ") else { return [] }
      return SourceText.commands(in: String(line)).map { $0.split(separator: " ").dropFirst().map(String.init) }
    }
  }

  private static func isKnown(_ words: [String]) -> Bool {
    if let topic = HelpTopic(arguments: words) {
      let name = topic.words.joined(separator: " ")
      return name == "topics" || Help.topics.contains { $0.name == name } || (try? topic.verb()) != nil
    }
    do { _ = try Rouse.parseAsRoot(words) } catch {
      return Rouse.exitCode(for: error) == .success || isBeginning(words)
    }
    return true
  }

  /// Whether the words are a verb and options without their values, as in `rouse next --from`.
  private static func isBeginning(_ words: [String]) -> Bool {
    let names = words.prefix { !$0.hasPrefix("-") }
    guard let topic = HelpTopic(arguments: ["help"] + names), let verb = try? topic.verb() else { return false }
    let help = Rouse.helpMessage(for: verb)
    return words.dropFirst(names.count).allSatisfy { help.contains("  \($0) ") }
  }

  @Test(arguments: ["README.md", "board/README.md", "board/wiring/README.md", "board/mock/README.md"])
  func aDocumentNamesCommandsThatThereAre(path: String) {
    let commands = Self.commands(in: Files.text(Self.root + "/" + path))
    #expect(!commands.isEmpty)
    for words in commands { #expect(Self.isKnown(words), "\(path): rouse \(words.joined(separator: " "))") }
  }

  @Test func theManualNamesCommandsThatThereAre() {
    var count = 0
    for topic in Help.topics {
      let lines = topic.sections.flatMap(\.parts).flatMap { part in
        switch part {
        case .text(let text): [text]
        case .terms(let terms): terms.map { $0.word.hasPrefix("rouse ") ? "`\($0.word)` \($0.meaning)" : $0.meaning }
        case .lines: [String]()
        }
      }
      for words in Self.commands(in: lines.joined(separator: "\n")) {
        count += 1
        #expect(Self.isKnown(words), "\(topic.name): rouse \(words.joined(separator: " "))")
      }
    }
    for (verb, text) in Help.verbs {
      for words in Self.commands(in: text.discussion) {
        count += 1
        // Only the first command of a pipe.
        let words = Array(words.prefix { $0 != "|" })
        #expect(Self.isKnown(words), "\(verb): rouse \(words.joined(separator: " "))")
      }
    }
    #expect(count > 20)
  }

  /// In messages and in the help of options. `…` stands for a value.
  @Test func theMessagesNameCommandsThatThereAre() {
    var places: [String: String] = [:]
    for text in SourceText.all(below: Self.root + "/Sources") where !text.isHelp {
      for command in text.commands where command != "rouse help …" { places[command] = "\(text.file):\(text.line)" }
    }
    for (command, place) in places {
      // Only the first command of several.
      let words = command.split(separator: " ").dropFirst().prefix { !["|", "&&"].contains($0) }.map {
        String($0.filter { $0 != "\"" })
      }
      let verbs = words.prefix { !$0.contains("…") }
      #expect(
        Self.isKnown(words) || verbs.count < words.count && (verbs.isEmpty || Self.isBeginning(Array(verbs))),
        "\(place): \(command)")
    }
    // The tests may run without the sources.
    #expect(places.count > 180 || access(Self.root + "/Sources", F_OK) != 0)
  }

  @Test(arguments: ["statsu", "help snooze-cards", "alarm add 07:30 --nonsense 1"])
  func anUnknownCommandIsNotTakenForOne(line: String) {
    #expect(!Self.isKnown(line.split(separator: " ").map(String.init)))
  }

  /// The manual explains topics that the README leaves out.
  @Test(arguments: [
    "ways out", "cancel-lock", "evidence on", "photosensitive", "espeak-ng", "sqlite.broken", "NOT NOTICED",
  ])
  func whatLeftTheReadmeIsExplained(words: String) {
    let manual = Help.topics.map { $0.shown(columns: nil).lowercased() }.joined(separator: "\n")
    #expect(manual.contains(words.lowercased()))
  }
}
