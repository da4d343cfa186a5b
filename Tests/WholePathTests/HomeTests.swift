import Glibc
import TestSupport
import Testing

@testable import Control

/// The second socket, used as `rouse-mqtt` uses it, and by a stranger in its place.
struct HomeTests {
  /// Runs a test with a clock whose house may use `commands`.
  private func run(_ commands: String, card: Bool = true, _ test: (Clock, Home) async throws -> Void) async throws {
    try await Clock.withoutDaemon { clock in
      let home = try Home(clock, commands)
      clock.serveHouse()
      try await clock.start(card: card)
      try await test(clock, home)
    }
  }

  @Test func theStateFollowsAndEveryEventIsToldOnceInOrderOverADeath() async throws {
    try await run("") { clock, home in
      try await clock.succeed("settings", "set", "name", "Room 12")
      let line = try Line(to: home.path)
      try line.ask(FollowHomeState(), id: 1)
      var state = try #require(try line.next(of: FollowHomeState.self))
      #expect(state.name == "Room 12" && state.state == .idle && state.alarms.isEmpty && state.commands.isEmpty)
      #expect(state.verdict.state == .nothingSet && state.readings.temperature != nil && state.next == nil)

      let start = try home.page(after: nil)
      #expect(start.events.isEmpty)
      let id = try await clock.addAlarm("+2s", "--label", "Wake")
      var states: [HomeStateView.State] = []
      while state.state != .ringing {
        state = try #require(try line.next(of: FollowHomeState.self))
        states.append(state.state)
        if state.state == .idle { #expect(state.next?.alarmId == id && state.alarms.map(\.label) == ["Wake"]) }
      }
      #expect(state.ringing?.label == "Wake" && state.ringing?.alarmId == id)

      var told: [HomeEvent] = []
      var cursor = start.cursor
      func read(until happening: HomeHappening) throws {
        while !told.contains(where: { $0.happening == happening }) {
          let page = try home.page(after: cursor, limit: 3)
          #expect(page.gap == nil && page.events.count <= 3)
          told += page.events
          cursor = page.cursor
        }
      }
      try read(until: .fired)
      try await clock.restart(SIGKILL)
      try await clock.untilRinging()
      try await clock.bring("right")
      try read(until: .dismissed)

      #expect(Set(told.map(\.id)).count == told.count, "\(told.map(\.id))")
      #expect(told.map(\.sequence) == told.map(\.sequence).sorted())
      #expect(told.count { $0.happening == .fired } == 1 && told.count { $0.happening == .dismissed } == 1)
      #expect(told.last { $0.happening == .dismissed }?.detail == "right")
      // The same request again returns the same events.
      var again: [HomeEvent] = []
      cursor = start.cursor
      while again.count < told.count {
        let page = try home.page(after: cursor)
        again += page.events
        cursor = page.cursor
      }
      #expect(Array(again.prefix(told.count)) == told)
      let now = try home.state()
      #expect(now.state == .idle && now.dismissal?.card == "right" && now.dismissal?.label == "Wake")
      #expect(now.lastRing?.label == "Wake" && now.lastRing?.outcome == .dismissed)
      #expect(now.scores != nil && now.order == nil)
    }
  }

  @Test func rootSaysWhatTheHouseMayAndEveryRuleOfTheCommandLineHolds() async throws {
    try await run(#""skip", "volume", "set", "message""#) { clock, home in
      let work = try await clock.addAlarm("+3h", "--label", "Work")
      #expect(try home.command(.volume, HomeArguments(value: "55")).what == "volume set to 55")
      _ = try await clock.addAlarm("+90m", "--label", "Locked", "--cancel-lock", "2h")
      #expect(try home.state().commands == [.set, .skip, .volume, .message])

      #expect(try home.command(.skip, HomeArguments(alarm: "Work")).what == "Work skipped")
      #expect(try await clock.status.skips.map(\.alarmId) == [work])
      #expect(home.refusal(.disable, HomeArguments(alarm: "Work")) == .notPermitted)
      #expect(home.refusal(.skip, HomeArguments(alarm: "Locked")) == .tryAgain)
      #expect(home.refusal(.volume, HomeArguments(value: "101")) == .usage)
      #expect(home.refusal(.volume, HomeArguments(alarm: "Work", value: "50")) == .usage)
      // It would change the volume of the locked alarm too.
      #expect(home.refusal(.volume, HomeArguments(value: "0")) == .tryAgain)
      let state = try home.state()
      #expect(state.volume == 55 && state.alarms.first { $0.label == "Work" }?.skipNext == true)
      #expect(state.alarms.first { $0.label == "Locked" }.map { $0.locked && !$0.skipNext } == true)

      let done = ["volume set to 55 by Home Assistant", "skipped by Home Assistant"]
      #expect(try await clock.events("home_command").map(\.detail) == done)
      #expect(try await clock.events("home_refused").count == 5)
      let changes = try await clock.log.filter { $0.event.hasSuffix("_changed") }.compactMap(\.detail)
      #expect(changes.count { $0.hasSuffix("→ 55 (by Home Assistant)") } == 1, "\(changes)")
      #expect(changes.last == "state on → skips next (by Home Assistant)", "\(changes)")
      #expect(try await clock.status.home?.changes.map(\.what) == [done[0], "Work " + done[1]])
      #expect(try await clock.succeed("status").contains("Work skipped by Home Assistant"))
      _ = try await clock.rouse("test", "bedtime", "--for", "0s")
      let evening = try await clock.log.compactMap(\.detail).last { $0.contains("in the last day: ") } ?? ""
      #expect(evening.contains(/Work skipped by Home Assistant \d\d:\d\d/), "\(evening)")
      // Changes from before a restart are still listed.
      try await clock.restart()
      try await clock.eventually("they are told") { try await clock.status.home?.changes.count == 2 }
      // A file that others may write to allows nothing, and the status says so.
      #expect(chmod(home.file, 0o666) == 0)
      #expect(home.refusal(.skip, HomeArguments(alarm: "Work", on: false)) == .notPermitted)
      #expect(try await clock.status.home?.problem?.contains("may write") == true)
      #expect(try home.state().commands == [])
    }
  }

  @Test func noRouteEndsOrSoftensARing() async throws {
    let all = HomeCommandName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    try await run(all) { clock, home in
      let id = try await clock.ring()
      let before = try await clock.mock
      // Every command of the control socket, and some that do not exist.
      let line = try Line(to: home.path)
      for name in Self.commands() + ["ring.stop", "dismiss", ""] {
        line.send(#"{"id":1,"command":"\#(name)","arguments":{}}"# + "\n")
        #expect(line.receive().contains("there is no command"), "\(name)")
      }
      let alarm = HomeArguments(alarm: id)
      let tried: [(HomeCommandName, HomeArguments)] = [
        (.disable, alarm), (.skip, alarm), (.volume, HomeArguments(value: "0")), (.sound, HomeArguments(value: "off")),
        (.set, HomeArguments(alarm: id, time: "23:59")), (.test, HomeArguments()),
        (.noise, HomeArguments(value: "rain")), (.say, HomeArguments(text: "stop")), (.enable, alarm),
        (.noise, HomeArguments(on: false)), (.brightness, HomeArguments(value: "off")),
      ]
      for (name, arguments) in tried { #expect(home.refusal(name, arguments) == .tryAgain, "\(name)") }
      let now = try await clock.mock
      #expect(now.speaker.playing && now.speaker.volume ?? 0 >= before.speaker.volume ?? 0)
      #expect(now.camera.open)
      // The motor pulses, so it may be off at the moment.
      try await clock.eventually("the motor is on") { try await clock.mock.vibration.duty > 0 }
      #expect(try await clock.status.rings.map(\.state) == [.ringing])
      for _ in 0..<200 { _ = try? home.command(.disable, alarm) }
      #expect(try await clock.events("home_refused").count <= 11)
      try await clock.bring("right")
    }
  }

  @Test func theLineToTheHouseIsToldForAsLongAsSomebodyHoldsIt() async throws {
    try await run("", card: false) { clock, home in
      let first = try await clock.words("status")
      #expect(first.contains(House.whyNobodyHasCome), "\(first)")
      let line = try Line(to: home.path)
      let now = try await clock.status.clock.now
      func report(_ state: HomeReport.State, why: String? = nil, waiting: Int = 0) -> ReportHome {
        ReportHome(report: HomeReport(state: state, broker: "broker.lan", since: now, why: why, waiting: waiting))
      }
      try line.ask(report(.connected), id: 1)
      #expect(try line.next(of: ReportHome.self) != nil)
      #expect(try await clock.succeed("status").contains("connected to broker.lan since"))
      try line.ask(report(.notConnected, why: "refused\u{1b}[2J", waiting: 5), id: 2)
      // The first report ends and the second is accepted, in either order.
      let answers = [try line.next(of: ReportHome.self) != nil, try line.next(of: ReportHome.self) != nil]
      #expect(Set(answers) == [true, false])
      let status = try await clock.succeed("status")
      #expect(status.contains("not connected to broker.lan: refused?[2J; 5 events wait"), "\(status)")
      #expect(try await clock.rouse("doctor", "--json").output.contains("5 events wait"))
      line.send(#"{"cancel":2}"# + "\n")
      try await clock.eventually("the report is forgotten") { try await clock.status.home?.report == nil }
    }
  }

  /// Returns the names of all commands, read from the sources so that new ones are tried too.
  private static func commands() -> [String] {
    let folder = String(#filePath.dropLast("Tests/WholePathTests/HomeTests.swift".count)) + "Sources/Control"
    let names = Files.names(folder).flatMap { file in
      Files.text(folder + "/" + file).split(separator: "\n")
        .filter { $0.contains("public static let name = \"") }.map { String($0.split(separator: "\"")[1]) }
    }
    #expect(names.count > 60)
    return names.filter { !$0.hasPrefix("home.") }
  }

  private struct Home {
    let path: String
    let file: String

    init(_ clock: Clock, _ commands: String) throws {
      path = clock.folder + "/h"
      file = clock.folder + "/mqtt.json5"
      try Files.write("{ broker: \"mqtts://broker.lan\", commands: [\(commands)] }", to: file)
    }

    func state() throws -> HomeStateView {
      let line = try Line(to: path)
      try line.ask(FollowHomeState(), id: 1)
      return try #require(try line.next(of: FollowHomeState.self))
    }

    func page(after cursor: String?, limit: Int = 100) throws -> HomeEventPage {
      try ControlClient(path: path).send(ReadHomeEvents(after: cursor, limit: limit))
    }

    @discardableResult
    func command(_ name: HomeCommandName, _ arguments: HomeArguments) throws(ControlError) -> HomeCommand.Reply {
      try ControlClient(path: path).send(HomeCommand(name, arguments, origin: .homeAssistant))
    }

    /// Returns why a command is refused, or `nil` if it succeeds.
    func refusal(_ name: HomeCommandName, _ arguments: HomeArguments) -> ExitCode? {
      do throws(ControlError) { try command(name, arguments) } catch { return error.code }
      return nil
    }
  }
}
