import AlarmClock
import ArgumentParser
import Boards
import Control
import Synchronization

/// The Markdown in `Help/`, with a section for each verb (`## rouse alarm add: Set an alarm; …`) and for each topic
/// (`## ringing: what a ring does`).
///
/// A section has paragraphs, verbatim lines (indented by four) and lists of words (`- **word**: meaning`).
enum Help {
  typealias Section = (heading: String, lines: [String])
  typealias VerbText = (abstract: String, discussion: String)

  /// Whether to return no texts of verbs: the parser asks for all of them at every start, but rarely shows one.
  static let isLeftOut = Atomic(false)

  static let verbs: [String: VerbText] = Dictionary(
    uniqueKeysWithValues: [
      PackageResources.everyday_md, PackageResources.timer_and_sound_md, PackageResources.display_and_reminders_md,
      PackageResources.at_home_with_others_md, PackageResources.set_up_md, PackageResources.care_and_insight_md,
      PackageResources.developer_md,
    ].flatMap(sections).map { section -> (String, VerbText) in
      let heading = split(section.heading)
      return (heading.name, (heading.about, discussion(section.lines)))
    })

  static let topics = [
    PackageResources.topics_ringing_md, PackageResources.topics_everyday_md, PackageResources.topics_home_md,
    PackageResources.topics_board_md,
  ].flatMap(sections).map { page -> Topic in
    let heading = split(page.heading)
    return Topic(
      name: heading.name, about: heading.about,
      sections: sections(page.lines, below: "### ").map { ($0.heading, parts($0.lines)) })
  }

  static func text(of verb: String) -> VerbText {
    guard !isLeftOut.load(ordering: .relaxed), let text = verbs[verb] else { return ("", "") }
    return text
  }

  private static func split(_ heading: String) -> (name: String, about: String) {
    let words = heading.split(separator: ": ", maxSplits: 1).map(String.init)
    return (words[0], words[1])
  }

  private static func discussion(_ lines: [String]) -> String {
    var text = ""
    for part in parts(lines) {
      switch part {
      case .text(let paragraph): text += (text.isEmpty ? "" : "\n\n") + paragraph
      case .lines(let lines):
        text += text.hasSuffix("Examples:") || text.hasSuffix("First steps:") ? "\n" : "\n\n"
        text += lines.map { "  " + $0 }.joined(separator: "\n")
      case .terms: break
      }
    }
    return text
  }

  // MARK: Markdown

  private static func sections(_ page: [UInt8]) -> [Section] {
    let lines = page.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return sections(lines.map { String(decoding: $0, as: UTF8.self) }, below: "## ")
  }

  /// Returns the lines below each heading that begins with `mark`.
  static func sections(_ lines: [String], below mark: String) -> [Section] {
    var sections: [Section] = []
    for line in lines {
      if line.hasPrefix(mark) {
        sections.append((String(line.dropFirst(mark.count)), []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines += filled(line)
      }
    }
    return sections
  }

  static func parts(_ lines: [String]) -> [Topic.Part] {
    lines.split(separator: "").map { block in
      if block.first?.hasPrefix("    ") == true { return .lines(block.map { String($0.dropFirst(4)) }) }
      guard block.first?.hasPrefix("- **") == true else { return .text(block.joined(separator: " ")) }
      let items = block.joined(separator: "\n").replacing("\n  ", with: " ").split(separator: "\n")
      return .terms(
        items.compactMap { item in
          item.firstRange(of: "**: ").map {
            (String(item[..<$0.lowerBound].dropFirst(4)), String(item[$0.upperBound...]))
          }
        })
    }
  }

  // MARK: Values from the code

  /// Replaces `{{names}}` by values, which may have several lines.
  private static func filled(_ line: String) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "{")) else { return [line] }
    let text = values.reduce(line) { $0.contains($1.key) ? $0.replacing($1.key, with: $1.value()) : $0 }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let values: [String: @Sendable () -> String] = [
    "{{end-for-good}}": { MQTTCommand.endForGood },
    "{{exit-codes}}": { list(Control.ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }) },
    "{{house-commands}}": {
      HomeCommandName.allCases.map { "`\($0.rawValue)` (\($0.meaning))" }.joined(separator: ", ")
    },
    "{{house-terms}}": { list(HomeCommandName.allCases.map { ($0.rawValue, $0.meaning) }) },
    "{{mqtt-file}}": { MQTTCommand.file },
    "{{mqtt-password-file}}": { MQTTCommand.passwordFile },
    "{{pi-config}}": { PiBoard.configFile },
    "{{set-zone Tokyo}}": { ZoneAdvice.setCommand("Asia/Tokyo") },
    "{{set-zone}}": { ZoneAdvice.setCommand() },
    "{{setting-groups}}": { SettingGroup.allCases.map(\.rawValue).joined(separator: ", ") },
    "{{settings}}": { settings },
    "{{setup-keys}}": { SetupAnswers.keys.joined(separator: ", ") },
    "{{socket}}": { SocketPath.system },
  ]

  private static func list(_ terms: [Topic.Term]) -> String {
    terms.map { "- **\($0.word)**: \($0.meaning)" }.joined(separator: "\n")
  }

  /// The help and default of each setting.
  private static var settings: String {
    SettingGroup.allCases.map { group in
      let terms = group.keys.map { key in
        let first = Settings().text(of: key).map { ". Default: \($0)." } ?? ". Default: unset."
        return (key.rawValue, key.setting.help + first)
      }
      return "### \(group.rawValue.uppercased()): \(group.title.uppercased())\n\n" + list(terms)
    }.joined(separator: "\n\n")
  }
}

/// A verb whose discussion is in `Help`.
protocol Described: ParsableCommand {
  /// The configuration, with the heading of the help section as its discussion.
  static var about: CommandConfiguration { get }
}

extension Described {
  static var configuration: CommandConfiguration {
    var configuration = about
    let text = Help.text(of: about.discussion)
    configuration.abstract = text.abstract
    configuration.discussion = text.discussion
    return configuration
  }
}

extension CommandConfiguration {
  /// - Parameter verb: the words after `rouse`.
  init(
    _ verb: String, subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
  ) {
    self.init(
      commandName: verb.split(separator: " ").last.map(String.init), discussion: "rouse " + verb,
      subcommands: subcommands, defaultSubcommand: defaultSubcommand, aliases: aliases)
  }
}
