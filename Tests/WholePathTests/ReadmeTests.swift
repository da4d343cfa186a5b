import Glibc
import TestSupport
import Testing

/// Types each command in the README, one after the other.
struct ReadmeTests {
  private static let root = String(#filePath.dropLast("/Tests/WholePathTests/ReadmeTests.swift".count))
  private static var readme: [Substring] {
    Files.text(root + "/README.md").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Commands that build and test, which this test does not repeat. The programs that they build are in its PATH.
  private static let builds = ["deploy/demo", "deploy/test", "swift build", "export PATH=$PWD/.build/debug:$PATH"]
  /// Commands that exit with 1 and name the problem if the machine has one, such as a full disk.
  private static let findsFaults = ["rouse test bedtime", "rouse doctor"]

  /// A line to type, and the text after `# says:`.
  struct Line {
    var number: Int
    var command: String
    /// Parts of the output, in this order.
    var says: [String]

    init(number: Int, text: Substring) {
      self.number = number
      let parts = text.split(separator: " # ", maxSplits: 1)
      command = parts.first?.trimmed ?? ""
      let comment = parts.count > 1 ? parts[1].trimmed : ""
      says = comment.hasPrefix("says: ") ? comment.dropFirst("says: ".count).split(separator: "…").map(\.trimmed) : []
    }
  }

  private static func lines(of kind: String) -> [Line] {
    var lines: [Line] = []
    var open: Substring?
    for (index, text) in readme.enumerated() {
      if text.hasPrefix("```") {
        open = open == nil ? text.dropFirst(3) : nil
      } else if open.map({ $0 == kind }) ?? false {
        lines.append(Line(number: index + 1, text: text))
      }
    }
    return lines
  }

  /// Each block is either run here or marked for a Raspberry Pi.
  @Test func itIsShortAndEveryBlockIsOfAKindThatIsKnown() {
    #expect(Self.readme.count - 1 <= 170)
    let fences = Self.readme.filter { $0.hasPrefix("```") }
    for (index, fence) in fences.enumerated() {
      #expect(index % 2 == 1 ? fence == "```" : ["```sh", "```sh pi"].contains(fence), "\(fence)")
    }
    #expect(Self.lines(of: "sh pi").contains { $0.command.hasPrefix("sudo apt install") })
    let commands = Self.lines(of: "sh").map(\.command)
    #expect(fences.count % 2 == 0 && commands.count >= 24)
    for command in Self.builds { #expect(commands.contains(command), "README no longer says: \(command)") }
  }

  @Test func eachCommandDoesWhatTheTextSays() async throws {
    try await Clock.withoutDaemon(zone: Self.zoneOfNoon) { clock in
      var kept: [String] = []
      for line in Self.lines(of: "sh") where !Self.builds.contains(line.command) {
        if line.command.hasSuffix("&") {
          try clock.start(typed: kept + [line.command])
        } else if line.command.hasPrefix("mkdir ") || line.command.hasPrefix("export ") {
          kept.append(line.command)
        } else {
          try await Self.follow(line, after: kept, on: clock)
        }
      }
    }
  }

  /// Types a line and checks its output. `status` and `history` are repeated until they show it.
  private static func follow(_ line: Line, after kept: [String], on clock: Clock) async throws {
    let typed = kept + [line.command]
    var result = try await clock.type(typed)
    if ["rouse status", "rouse history"].contains(line.command) {
      try await clock.eventually("README:\(line.number): `\(line.command)` says \(line.says)") {
        if shows(line.says, result.output) { return true }
        result = try await clock.type(typed)
        return false
      }
    }
    let hasFault = findsFaults.contains(line.command) && result.code == 1
    #expect(result.code == 0 || hasFault, "README:\(line.number): \(line.command)\n\(result.output)\(result.errors)")
    #expect(
      hasFault ? result.output.contains("PROBLEM") : shows(line.says, result.output),
      "README:\(line.number): \(line.command) does not say \(line.says), but:\n\(result.output)\(result.errors)")
  }

  /// Whether one line contains all parts in this order. Several spaces, which align columns, count as one.
  private static func shows(_ parts: [String], _ output: String) -> Bool {
    output.split(separator: "\n", omittingEmptySubsequences: false).contains { line in
      var rest = line.split(separator: " ").joined(separator: " ")[...]
      return parts.allSatisfy { part in
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
        return true
      }
    }
  }

  /// A zone in which it is about noon: far from the README's alarms, and from the hours in which one is locked.
  static var zoneOfNoon: String {
    let hour = Int(time(nil)) / 3600 % 24
    return hour == 12 ? "Etc/GMT" : hour < 12 ? "Etc/GMT-\(12 - hour)" : "Etc/GMT+\(hour - 12)"
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
