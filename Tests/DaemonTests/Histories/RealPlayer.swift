import AlarmClock
import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

/// Plays histories to the real daemon and to the model, by the daemon's clock.
///
/// That clock goes on between two requests. So before each action and each comparison, time passes until nothing is due
/// for some seconds, and the same time passes in the model.
extension Player {
  /// Plays the histories of these seeds to daemons. Returns the first difference of each.
  func playToDaemons(_ seeds: some Sequence<UInt64>, from start: RealStart) throws -> (Tally, [Difference]) {
    let wall = try WallClock()
    let differences = try seeds.compactMap { try playToDaemon(.real(seed: $0), wall, start) }
    return (tally, differences)
  }

  private func playToDaemon(_ history: History, _ wall: WallClock, _ start: RealStart) throws -> Difference? {
    for _ in 0..<5 {
      do {
        var game = try RealGame(history, wall, from: start)
        return try game.play(&tally)
      } catch is RealGame.Stalled {
        // The machine was too busy to tell what came first.
      }
    }
    throw Failure("seed \(history.seed): the machine is too busy; each of five attempts had a request of seconds")
  }
}

private struct RealGame {
  /// Thrown if a request took so long that something may have come due meanwhile.
  struct Stalled: Error {}

  private static let quiet: Duration = .seconds(8)

  private let history: History
  private let clock: RealClock
  private var model: Model
  private var numbers: [String: Int] = [:]
  private var ids: [Int: String] = [:]
  /// The latest date that the clock has shown. The daemon may forget exceptions and pauses long before it.
  private var latest: LocalDate

  init(_ history: History, _ wall: WallClock, from start: RealStart) throws {
    self.history = history
    model = Model(history, wall: wall)
    latest = wall.date(model.now, zone: model.zone)
    clock = try RealClock(history, from: start)
    model.looks = Model.Looks(next: .zero, seen: model.now)
    model.beginLooks()
    try follow()
  }

  mutating func play(_ tally: inout Player.Tally) throws -> Player.Difference? {
    try settle()
    for (index, action) in history.actions.enumerated() {
      var lines: [String] = []
      switch action {
      case .pass(let seconds): try pass(.seconds(seconds))
      case .approach(let offset): try pass(.seconds(model.seconds(toNextRing: offset)))
      default:
        let (isAccepted, shouldBe) = try act(action)
        let before = model.monotonic
        try follow()
        guard model.monotonic - before < Self.quiet - .seconds(3) else { throw Stalled() }
        if isAccepted != shouldBe { lines.append("\(isAccepted ? "accepted" : "refused"), unlike the book") }
      }
      try settle()
      lines += try differences()
      if !lines.isEmpty { return Player.Difference(history: history, index: index, lines: lines) }
      tally.actions += 1
    }
    tally.histories += 1
    tally.occurrences += model.ended.count
    tally.rings += model.begun
    return nil
  }

  private mutating func differences() throws -> [String] {
    latest = max(latest, today)
    // The daemon forgets dates after ten days.
    let oldest = latest.adding(days: -9)
    return try Comparison.differences(
      of: Comparison.lines(clock.store(), numbers, since: oldest), from: Comparison.stored(model, since: oldest))
  }

  private var today: LocalDate { model.wall.date(model.now, zone: model.zone) }

  /// Passes in the model the time that has passed by the daemon's clock.
  private mutating func follow() throws { model.pass(max(.zero, try clock.now - model.now)) }

  private mutating func advance(_ duration: Duration) throws {
    try clock.advance(seconds: max(0, Int((duration / .seconds(1)).rounded(.up))))
    try follow()
    latest = max(latest, today)
  }

  /// Steps from one event that people can see to the next.
  private mutating func pass(_ duration: Duration) throws {
    let end = model.monotonic + duration
    repeat {
      forgetLateAnswers()
      let answers = model.answers
      // People do not see the daemon's half-hourly checks (rule 16).
      let next = model.moments.filter { $0 != model.looks?.next }.min()
      try advance(min(end, next ?? end) - model.monotonic)
      for card in Set(answers.filter { $0.at <= model.monotonic }.map(\.card)).sorted() {
        try clock.show(card)
        try advance(.seconds(6))
      }
    } while model.monotonic < end
  }

  /// Drops answers that coincide with the moment when a ring gives up.
  private mutating func forgetLateAnswers() {
    let ends = model.ringing.values.compactMap { open in open.ring.map { $0.start + open.silenceAfter } }
    model.answers.removeAll { answer in
      ends.contains { (.seconds(-8) ... .seconds(8)).contains($0 - answer.at) }
    }
  }

  /// Passes time until nothing is due for a while.
  private mutating func settle() throws {
    try pass(.seconds(3))
    while let next = model.moments.min(), next - model.monotonic < Self.quiet {
      try pass(max(.zero, next - model.monotonic) + .seconds(3))
    }
  }

  private mutating func act(_ action: Action) throws -> (isAccepted: Bool, shouldBe: Bool) {
    switch action {
    case .ntp(let error):
      // Like the kernel: the clock is set first and trusted later, and threads may look at it in between.
      if !model.isTrusted {
        try set(by: .seconds(error) - model.error, isTrusted: false)
        try advance(.zero)
      }
      try set(by: .seconds(error) - model.error, isTrusted: true)
    case .set(let step): try set(by: .seconds(step), isTrusted: false)
    case .trust(let isTrusted): try set(by: .zero, isTrusted: isTrusted)
    case .zone(let zone):
      _ = try clock.send(SetMockClock(zone: WallClock.names[zone]))
      _ = model.act(action)
    case .restart(let off, let error, let isTrusted, _):
      let step = error.map { Int((.seconds($0) - model.error).components.seconds) }
      try clock.restart(off: off, by: step, isTrusted: isTrusted)
      _ = model.act(action)
    case .add(let wish):
      guard model.hasRoom else { return (false, model.act(action)) }
      let number = model.created
      let saved = try clock.saved(AddAlarm(input: wish.input(today: today, card: Human.card(of: number))))
      if let id = saved?.alarm.id { (ids[number], numbers[id]) = (id, number) }
      return (saved != nil, try book(action, of: wish, saved))
    case .edit(let index, let wish):
      guard let id = id(index) else { return (false, model.act(action)) }
      let saved = try clock.saved(EditAlarm(alarm: id, input: wish.input(today: today, card: nil)))
      return (saved != nil, try book(action, of: wish, saved))
    default:
      // The daemon goes first: the model may remove the alarm that is meant.
      let isAccepted = try ask(action)
      return (isAccepted, model.act(action))
    }
    return (true, true)
  }

  /// Applies an action to the model. A delay counts from the moment at which the daemon read it.
  private mutating func book(_ action: Action, of wish: Wish, _ saved: AlarmSaved?) throws -> Bool {
    guard case .delay(let minutes) = wish.when, let id = saved?.alarm.id,
      case .instant(let due)? = try clock.store().alarms().first(where: { $0.id == id })?.recurrence
    else { return model.act(action) }
    let now = model.now
    defer { model.now = now }
    model.now = due - .seconds(minutes * 60)
    return model.act(action)
  }

  private mutating func set(by step: Duration, isTrusted: Bool) throws {
    // Setting the clock to the time that it shows does not count as setting it.
    guard step != .zero || isTrusted != model.isTrusted else { return }
    let seconds = step.components.seconds
    _ = try clock.send(SetMockClock(by: seconds == 0 ? nil : "\(seconds)s", trusted: isTrusted))
    model.set(error: model.error + step, isTrusted: isTrusted)
  }

  private func id(_ index: Int) -> String? { model.number(index).flatMap { ids[$0] } }

  private func ask(_ action: Action) throws -> Bool {
    let today = today
    func date(_ days: Int) -> String { today.adding(days: days).description }
    switch action {
    case .pause(let days):
      return try clock.saved(ChangeSetting(key: "pause", value: days.map(date) ?? "off")) != nil
    case .change(let index, let change):
      return try id(index).flatMap { try clock.saved(ChangeAlarm(alarm: $0, change: change)) } != nil
    case .date(let index, let days, let wanted):
      guard let id = id(index) else { return false }
      switch wanted {
      case .skip: return try clock.saved(ChangeAlarm(alarm: id, change: .skip, dates: [date(days)])) != nil
      case .unskip: return try clock.saved(ChangeAlarm(alarm: id, change: .unskip, dates: [date(days)])) != nil
      case .move(let time):
        let change = ChangeAlarm(alarm: id, change: .move, dates: [date(days)], time: time.description)
        return try clock.saved(change) != nil
      }
    case .regroup(let index, let group, let ringsOnHolidays):
      let input = AlarmInput(group: group, holidays: ringsOnHolidays ? "ring" : "skip")
      return try id(index).flatMap { try clock.saved(EditAlarm(alarm: $0, input: input)) } != nil
    case .namedPause(let name, let span?):
      guard let (alarm, group) = scope(span.whom) else { return false }
      return try clock.saved(
        SetPause(pause: name, from: date(span.from), until: date(span.until), alarm: alarm, group: group)) != nil
    case .calendar(let name, let wish?):
      guard let (alarm, group) = scope(wish.whom) else { return false }
      let days = Dictionary(uniqueKeysWithValues: wish.days.map { (date($0), "off") })
      let input = CalendarInput(calendarName: name, alarm: alarm, group: group, days: days)
      return try clock.saved(AddCalendar(input: input, confirmed: true)) != nil
    // The daemon refuses to remove what does not exist; in the model that does nothing.
    case .namedPause(let name, nil):
      return try model.off.pauses[name] == nil || clock.saved(EndPause(pause: name)) != nil
    case .calendar(let name, nil):
      return try model.off.calendars[name] == nil || clock.saved(RemoveCalendar(calendar: name)) != nil
    case .undo: return try clock.saved(UndoChange()) != nil
    case .pass, .approach, .ntp, .set, .trust, .restart, .zone, .add, .edit, .take: return true
    }
  }

  private func scope(_ whom: Whom) -> (alarm: String?, group: String?)? {
    switch model.whom(whom) {
    case .all?: (nil, nil)
    case .group(let group)?: (nil, group)
    case .alarm(let number)?: ids[number].map { ($0, nil) }
    case nil: nil
    }
  }
}

/// Random histories, played to `rouse-daemon` on a mock clock.
@Suite(.startsPrograms) struct RealDaemonHistoryTests {
  @Test func everyOccurrenceEndsInTheRealDaemonAsTheBookSays() async throws {
    let start = try await RealStart()
    try await Player.check("random histories of the real daemon", "ROUSE_REAL_", usual: 12) {
      let player = try Player()
      return { try await player.playToDaemons($0, from: start) }
    }
  }
}

/// A state folder for real daemons in which each person's card is enrolled, and pictures of these cards.
final class RealStart: Sendable {
  fileprivate let folder: TemporaryFolder
  fileprivate let pictures: [String]

  init() async throws {
    folder = try TemporaryFolder()
    let state = try StateFolder(path: folder.path)
    let digests = try CardDigest()
    var pictures: [String] = []
    for number in 0..<Human.cardCount {
      var card = card("card\(number)", id: "card\(number)")
      guard let digest = await digests.digest(of: Array(card.name.utf8), salt: state.store.salt) else {
        throw Failure("the cards have no digests")
      }
      card.digest = digest
      try state.store.save(card)
      let picture = try QRCard(payload: Array(card.name.utf8)).image().fitted()
      pictures.append(Data(picture.pixels).base64EncodedString())
    }
    self.pictures = pictures
    // Without this mark (`MockMark`) a daemon on a mock clock refuses the folder.
    try Files.write("", to: folder.path + "/mock-clock")
  }
}

/// A `rouse-daemon` on a mock clock, controlled over its socket.
final class RealClock {
  private let start: RealStart
  private let folder: TemporaryFolder
  private let program: Program
  private var client: ControlClient
  private var boot = ""
  private var statePath: String { folder.path + "/state" }

  init(_ history: History, from start: RealStart) throws {
    self.start = start
    folder = try TemporaryFolder()
    mkdir(folder.path + "/state", 0o700)
    for name in ["rouse.sqlite", "mock-clock"] {
      try Files.write(Files.bytes("\(start.folder.path)/\(name)"), to: "\(folder.path)/state/\(name)")
    }
    program = try Program(
      [
        "/usr/bin/timeout", "--signal=KILL", "3600", Files.builtPrograms + "/rouse-daemon", "--board", "mock",
        "--time", RFC3339.format(history.start, in: .utc), "--zone", WallClock.names[history.zone],
        "--state", folder.path + "/state", "--socket", folder.path + "/socket",
      ], environment: ["PATH=/usr/bin:/bin", "HOME=\(folder.path)"], outputTo: folder.path + "/daemon")
    (client, boot) = try Self.connect(program, folder.path, after: "")
  }

  /// Killing only `timeout` would leave the daemon running.
  deinit { for child in program.children { kill(child.id, SIGKILL) } }

  /// Waits until a daemon of another boot answers.
  private static func connect(_ program: Program, _ folder: String, after boot: String) throws -> (
    ControlClient, String
  ) {
    var detector = HangDetector()
    while true {
      if let client = try? ControlClient(path: folder + "/socket"),
        let reply = try? client.send(GetMockClock()), reply.boot != boot
      {
        return (client, reply.boot)
      }
      guard program.isRunning, !detector.hangs() else {
        throw Failure("the daemon does not answer: \(detector.report); it said: \(program.errors)")
      }
      usleep(5000)
    }
  }

  func send<Arguments: Command>(_ command: Arguments) throws -> Arguments.Reply { try client.send(command) }

  /// Returns the reply, or `nil` if the command was refused.
  func saved<Arguments: Command>(_ command: Arguments) throws -> Arguments.Reply? {
    do throws(ControlError) { return try client.send(command) } catch {
      guard ![.unreachable, .noAnswer, .internal].contains(error.code) else { throw error }
      return nil
    }
  }

  var now: Instant {
    get throws {
      let text = try send(GetMockClock()).time
      guard let now = RFC3339.parse(text) else { throw Failure("the mock clock shows \(text)") }
      return now
    }
  }

  func advance(seconds: Int) throws { _ = try send(AdvanceMockClock(by: "\(seconds)s", to: nil)) }

  func show(_ card: Int) throws {
    _ = try send(ShowPicture(pictureName: "card\(card)", pixels: start.pictures[card], milliseconds: 3000))
  }

  func restart(off: Int, by step: Int?, isTrusted: Bool) throws {
    _ = try send(RebootMock(off: "\(off)s", by: step.map { "\($0)s" }, trusted: isTrusted))
    (client, boot) = try Self.connect(program, folder.path, after: boot)
  }

  /// Opens a copy of the daemon's store.
  func store() throws -> Store {
    let copy = folder.path + "/copy"
    Files.remove(copy)
    mkdir(copy, 0o700)
    for name in Files.names(statePath) where name.hasPrefix("rouse.sqlite") && !name.hasSuffix("-shm") {
      try Files.write(Files.bytes("\(statePath)/\(name)"), to: "\(copy)/\(name)")
    }
    return try Store(path: copy + "/rouse.sqlite")
  }
}
