import ArgumentParser
import Control
import Testing

@testable import rouse

struct ParsingTests {
  private func parse<Verb: ParsableCommand>(_ line: String, as: Verb.Type) throws -> Verb {
    let command = try Rouse.parseAsRoot(line.split(separator: " ").map(String.init))
    return try #require(command as? Verb, "\(type(of: command))")
  }

  @Test func whatIsTypedForAnAlarmGoesToTheDaemonAsItIs() throws {
    let verb = try parse(
      "alarm add 7:30am --days mon-fri --label Work --volume 101 --fade-in default --card a --card b --socket /s",
      as: AlarmAddCommand.self)
    #expect(verb.connection.socket == "/s")
    #expect(
      verb.options.input(time: verb.time)
        == AlarmInput(
          time: "7:30am", label: "Work", days: "mon-fri", values: [.volume: "101", .fadeIn: "default"],
          cards: ["a", "b"]))
  }

  @Test func whatIsNotTypedIsNotGiven() throws {
    let verb = try parse("alarm edit Work --time +20m", as: AlarmEditCommand.self)
    #expect(verb.options.input(time: verb.time) == AlarmInput(time: "+20m"))
  }

  @Test func momentsAndLabelsMayBeginWithADash() throws {
    #expect(try parse("log --since -2h", as: LogCommand.self).since == "-2h")
    #expect(try parse("next --from -1d", as: NextCommand.self).from == "-1d")
    #expect(try parse("alarm add 07:30 --label -gym-", as: AlarmAddCommand.self).options.label == "-gym-")
  }

  @Test(arguments: [
    "alarm add", "alarm edit Work", "alarm list extra", "next --count 0", "next --count 1001", "next --count x",
    "log --limit -1", "card new x --output card.gif", "card new x --json", "bogus", "mock show", "settings set volume",
    "status --nonsense",
  ])
  func aLineThatIsNotUnderstoodEndsWith64(line: String) throws {
    let error = #expect(throws: (any Error).self) { try Rouse.parseAsRoot(line.split(separator: " ").map(String.init)) }
    #expect(Rouse.exitCode(for: try #require(error)).rawValue == Control.ExitCode.usage.rawValue)
  }

  @Test func theDefaultsOfTheCardVerbs() throws {
    #expect(try parse("card add x", as: CardAddCommand.self).span == "60s")
    #expect(try parse("card test", as: CardTestCommand.self).span == "30s")
    #expect(try parse("mock fail speaker", as: MockFailCommand.self).errno == "EIO")
  }

  @Test func helpFindsVerbsAndRefusesOthers() throws {
    let topic = try #require(HelpTopic(arguments: ["help", "alarm", "add"]))
    #expect(try topic.verb() == AlarmAddCommand.self)
    let unknown = try #require(HelpTopic(arguments: ["help", "alarm", "snooze"]))
    let error = #expect(throws: ControlError.self) { try unknown.verb() }
    #expect(error?.code == .usage)
    #expect(HelpTopic(arguments: ["help", "--help"]) == nil)
    #expect(HelpTopic(arguments: ["alarm", "list"]) == nil)
  }

  @Test func everyVerbExplainsItself() {
    func check(_ verb: any ParsableCommand.Type) {
      #expect(!verb.configuration.abstract.isEmpty, "\(verb)")
      for next in verb.configuration.subcommands { check(next) }
    }
    check(Rouse.self)
  }
}
