import AlarmClock
import ArgumentParser
import Control
import Testing

@testable import rouse

struct TopicTests {
  private static let names = Help.topics.map(\.name)

  /// deploy/man/make reads the indents: 0 for a title, 2 for a paragraph or a term, 4 for a command line.
  @Test func everyTopicIsListedAndHasWordsThatCanBeReadByTheirIndents() {
    #expect(Set(Self.names).count == Self.names.count)
    let list = HelpTopic.topics(columns: nil)
    for topic in Help.topics {
      #expect(list.contains("rouse help \(topic.name)  ") && list.contains(topic.about))
      #expect(!topic.name.contains(" ") && !topic.about.hasSuffix("."))
      for section in topic.sections {
        #expect(section.title == section.title.uppercased() || section.title.hasPrefix("DRIVER "), "\(section.title)")
        #expect(!section.parts.isEmpty)
        for part in section.parts {
          switch part {
          case .text(let text): #expect(!text.contains("  ") && !text.contains("\n"))
          case .terms(let terms):
            for term in terms {
              #expect(!term.word.contains("  ") && !term.meaning.contains("\n") && !term.meaning.isEmpty)
            }
          case .lines(let lines): #expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
          }
        }
      }
    }
  }

  /// Also on a phone: the words stay the same, and none is broken.
  @Test(arguments: names, [40, 50, 80, 120])
  func aTopicFitsTheTerminal(name: String, columns: Int) throws {
    let topic = try #require(Help.topics.first { $0.name == name })
    let shown = topic.shown(columns: columns)
    func words(_ text: String) -> [Substring] { text.split { " \n".contains($0) } }
    #expect(words(shown) == words(topic.shown(columns: nil)))
    for line in shown.split(separator: "\n") where !line.hasPrefix("    ") && line.contains("  ") {
      #expect(Terminal.width(String(line)) <= columns, "\(line)")
    }
  }

  /// The Markdown in `Help/` has exactly one section per verb, and a value for each name in braces.
  @Test func everySettingExitCodeAndVerbIsExplained() throws {
    let settings = try #require(Topic.named("settings")).shown(columns: nil)
    for key in SettingKey.allCases {
      #expect(settings.contains("\n  \(key.rawValue) ") && settings.contains(key.setting.help), "\(key)")
    }
    let codes = try #require(Topic.named("exit-codes")).shown(columns: nil)
    for code in Control.ExitCode.allCases {
      #expect(codes.contains("\n  \(code.rawValue) ") && codes.contains(code.meaning))
    }
    func verbs(_ verb: any ParsableCommand.Type, _ words: String) -> [(words: String, text: CommandConfiguration)] {
      [(words, verb.configuration)] + verb.verbs.flatMap { verbs($0, "\(words) \($0.name)") }
    }
    let all = verbs(Rouse.self, "rouse")
    #expect(Help.verbs.keys.sorted() == all.map(\.words).sorted())
    for (words, text) in all {
      #expect(!text.abstract.isEmpty, "\(words)")
      // `rouse mock hide` needs no more than its abstract.
      #expect(text.discussion.isEmpty == (words == "rouse mock hide") && !text.discussion.contains("{{"), "\(words)")
    }
    #expect(Help.text(of: "rouse mqtt forget").discussion.contains("as root: \(MQTTCommand.endForGood)."))
    #expect(Help.text(of: "rouse settings list").discussion.contains("ring, "))
    for topic in Help.topics { #expect(!topic.shown(columns: nil).contains("{{"), "\(topic.name)") }
  }
}
