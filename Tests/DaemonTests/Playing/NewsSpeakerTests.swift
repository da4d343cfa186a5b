import Synchronization
import Testing

@testable import AlarmClock
@testable import ControlService
@testable import Daemon
@testable import Storage

@Suite struct NewsSpeakerTests {
  /// The sources and the output of the news speaker, under the test's control.
  private final class House: Sendable {
    struct State {
      var misses: [Store.Miss] = []
      var isTrusted = true
      var verdict: (time: Instant, problems: [String])?
      var changes: [(time: Instant, words: String)] = []
      var next: AlarmBook.NextRing?
      var isBusy = false
      /// Something else becomes audible while the words are being synthesized.
      var isBusyOnceSpoken = false
      var played = 0
      var problem: SpeechProblem?
      /// The number of playbacks that end early.
      var losses = 0
      var said: [String] = []
    }
    let state = Mutex(State())
    var said: [String] { state.withLock { $0.said } }
    var played: Int { state.withLock { $0.played } }
    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
  }

  /// 2027-03-01, a Monday, 07:00 UTC.
  private static let start = Instant(nanoseconds: 1_803_884_400_000_000_000)
  private let time = ManualTime(start)
  private let inForce = BookInForce(AlarmBook())
  private let house = House()
  private let notices = Notices()
  private let events: EventLog

  private let speaker: NewsSpeaker
  private let sources: NewsSpeaker.Sources

  init() throws {
    let speech = try MadeSpeech.speech()
    events = EventLog(time: time, log: try quietLog())
    speaker = NewsSpeaker(
      happened: events.follow(), inForce: inForce, notices: notices, time: time,
      voice: SpokenWords(
        speak: { [house] words in
          house.state.withLock { state in
            if let problem = state.problem { return .failure(problem) }
            state.said.append(words)
            state.isBusy = state.isBusy || state.isBusyOnceSpoken
            state.isBusyOnceSpoken = false
            return .success(speech)
          }
        },
        play: { [house] _ in
          house.state.withLock { state in
            state.played += 1
            state.losses -= 1
            return state.losses < 0
          }
        }))
    sources = NewsSpeaker.Sources(
      misses: { [house] in house.state.withLock { $0.misses } },
      isTrusted: { [house] in house.state.withLock { $0.isTrusted } },
      verdict: { [house] in house.state.withLock { $0.verdict } },
      changes: { [house] in house.state.withLock { $0.changes } },
      next: { [house] in house.state.withLock { $0.next } }, zone: { .utc },
      isBusy: { [house] in house.state.withLock { $0.isBusy } })
    set()
  }

  private func set(_ change: (inout Settings) -> Void = { _ in }) {
    var settings = Settings { $0.speaking = .all }
    change(&settings)
    inForce.use(AlarmBook(settings: settings))
  }

  /// Tells the speaker the news and lets it speak; returns whether nothing is left to say.
  private func tell(_ news: NewsSpeaker.News...) async -> Bool {
    for one in news { speaker.tell(one) }
    return await speaker.sayWhatWaits(sources)
  }

  private static let miss = Store.Miss(alarmID: "aaaaaa", label: "Work", due: start - .seconds(5400), rang: false)
  private static let tomorrow = start + .seconds(86_400)
  private static let next = AlarmBook.NextRing(
    alarm: Alarm(id: "bbbbbb", label: "Tea", recurrence: .instant(tomorrow)),
    occurrence: Occurrence(key: .instant(tomorrow), due: tomorrow, adjustment: .none))

  @Test func byItselfItIsSaidOnceAfterItWasStored() async throws {
    house.set { $0.misses = [Self.miss] }
    let running = Task { [speaker, sources] in await speaker.run(sources) }
    // The news speaker learns of a missed alarm from the log.
    events.append(.missed, alarmID: "aaaaaa", label: "Work")
    #expect(await eventually { time.hasSleepers })
    #expect(house.said.isEmpty)
    time.advance(by: NewsSpeaker.patience)
    #expect(await eventually { house.said.count == 1 })
    running.cancel()
    await running.value
    #expect(await speaker.sayWhatWaits(sources))
    #expect(house.said.count == 1)
  }

  @Test func byItselfItIsSaidWhenOthersHaveEnded() async throws {
    house.set { ($0.misses, $0.isBusy) = ([Self.miss], true) }
    let running = Task { [speaker, sources] in await speaker.run(sources) }
    defer { running.cancel() }
    speaker.tell(.missed)
    #expect(await time.eventually(every: .seconds(1)) { time.sleeps >= 3 })
    #expect(house.said.isEmpty)
    house.set { $0.isBusy = false }
    #expect(await time.eventually(every: .seconds(1)) { house.said.count == 1 })
  }

  @Test func whatHappensTogetherIsSaidTogether() async throws {
    house.set { ($0.misses, $0.isTrusted) = ([Self.miss, Self.miss], false) }
    set { $0.timeFormat = .hours12 }
    #expect(await tell(.untrusted, .missed))
    #expect(
      house.said == [
        "2 alarms were missed, the last on Monday at 5:30 AM. The clock may be wrong. Alarms may ring at the wrong time."
      ])
  }

  @Test func whatIsNoLongerSoIsNotSaid() async throws {
    #expect(await tell(.untrusted, .tested))
    house.set { $0.verdict = (Self.start - NewsSpeaker.freshness, []) }
    #expect(await tell(.tested))
    #expect(house.said.isEmpty)
  }

  static let verdicts: [(problems: [String], words: String)] = [
    ([], "All is ready for the night. Tea rings on Tuesday at 7 o'clock."),
    (
      ["speaker: say `rouse test devices`"],
      "Tea rings on Tuesday at 7 o'clock. It is at risk. speaker: say rouse test devices."
    ),
    (["camera: gone", "a", "b"], "Tea rings on Tuesday at 7 o'clock. It is at risk. camera: gone. And 2 more."),
  ]

  @Test(arguments: verdicts) func theVerdictIsSaidWithWhatRingsNext(problems: [String], words: String) async {
    house.set { ($0.verdict, $0.next) = ((Self.start, problems), Self.next) }
    #expect(await tell(.tested))
    #expect(house.said == [words])
  }

  @Test(arguments: [
    (Settings.Speaking.off, []), (.alarms, []), (.all, ["An alarm was missed: Work, on Monday at 5:30."]),
  ])
  func aMissIsSaidToWhoWantsIt(speaking: Settings.Speaking, said: [String]) async {
    house.set { $0.misses = [Self.miss] }
    set { $0.speaking = speaking }
    #expect(await tell(.missed))
    #expect(house.said == said)
  }

  @Test func itWaitsForTheEndOfQuietHours() async throws {
    house.set { $0.misses = [Self.miss] }
    let (from, to) = (try #require(LocalTime("22:00")), try #require(LocalTime("07:10")))
    set { $0.quiet = .daily(from: from, to: to) }
    #expect(await !tell(.missed))
    #expect(house.said.isEmpty)
    time.advance(by: .seconds(600))
    #expect(await speaker.sayWhatWaits(sources))
    #expect(house.said.count == 1)
  }

  @Test func whatWasCutShortIsSaidAgain() async {
    house.set { ($0.misses, $0.losses) = ([Self.miss], 1) }
    #expect(await !tell(.missed))
    #expect(await speaker.sayWhatWaits(sources))
    #expect(house.said.count == 2)
  }

  @Test func whatTheDiskDidNotTakeIsSaidFromTheLog() async throws {
    let running = Task { [speaker, sources] in await speaker.run(sources) }
    defer { running.cancel() }
    events.append(.clockTrusted)
    events.append(.missed, alarmID: "aaaaaa", label: "Work")
    #expect(await says("An alarm was missed: Work."))
  }

  /// After a power cut, most clocks get the time within seconds.
  @Test func saysNothingOfTheClockOfAStartBeforeItHadAMinute() async throws {
    house.set { $0.isTrusted = false }
    let running = Task { [speaker, sources] in await speaker.run(sources) }
    defer { running.cancel() }
    for kind in [Event.Kind.daemonStarted, .clockUntrusted, .missed] { events.append(kind, label: "Work") }
    #expect(await says("An alarm was missed: Work."))
    speaker.note(.startIsOver(isTrusted: false))
    #expect(await says("An alarm was missed: Work.", SpokenNews.untrusted))
  }

  private func says(_ words: String...) async -> Bool {
    await time.eventually(every: .seconds(1)) { house.said == words }
  }

  @Test func aLossOfTrustIsSaid() async throws {
    house.set { $0.isTrusted = false }
    speaker.note(.startIsOver(isTrusted: true))
    let running = Task { [speaker, sources] in await speaker.run(sources) }
    defer { running.cancel() }
    events.append(.clockUntrusted)
    #expect(await says(SpokenNews.untrusted))
  }

  @Test func whoBeginsToBeHeardWhileTheWordsAreMadeIsHeardFirst() async {
    house.set { ($0.misses, $0.isBusyOnceSpoken) = ([Self.miss], true) }
    #expect(await !tell(.missed))
    #expect(house.said.count == 1 && house.played == 0)
    house.set { $0.isBusy = false }
    #expect(await speaker.sayWhatWaits(sources))
    #expect(house.played == 1)
  }

  static let lonely: [(problems: [String], words: String)] = [
    ([], "No alarm is going to ring."),
    (["next: there is no card"], "No alarm is going to ring. Something is wrong. next: there is no card."),
  ]

  @Test(arguments: lonely) func withoutARingNothingIsReadyForIt(problems: [String], words: String) {
    #expect(SpokenNews.tested(problems: problems, next: nil, in: .utc, .hours24).joined(separator: " ") == words)
  }

  @Test func whatTheHouseHadDoneIsSaidBeforeTheNight() async {
    house.set { ($0.verdict, $0.changes) = ((Self.start, []), [1, 2, 3].map { (Self.start, "Work skipped \($0)") }) }
    #expect(await tell(.tested))
    let said = house.said.first ?? ""
    #expect(said.hasPrefix("No alarm is going to ring. Work skipped 2, on "), "\(said)")
    #expect(said.contains("Work skipped 3, on ") && said.hasSuffix(" And 1 more by the house."), "\(said)")
  }

  @Test func wordsThatFailAreToldToTheNextCommand() async {
    house.set { ($0.misses, $0.problem) = ([Self.miss], .notInstalled) }
    #expect(await tell(.missed))
    #expect(notices.take().contains { $0.contains("sudo apt-get install espeak-ng") })
  }

  @Test func aVerdictThatQuietHoursWouldSwallowIsToldAtOnce() async throws {
    let rig = try await LedgerRig()
    #expect(try await rig.set("speak", to: "all").notes.allSatisfy { !$0.contains("quiet hours") })
    #expect(try await rig.set("quiet", to: "21:00-07:00").notes.isEmpty)
    _ = try await rig.set("time-format", to: "12h")
    let notes = try await rig.set("bedtime", to: "21:30").notes
    #expect(notes.contains { $0.contains("(9:30pm) says nothing") }, "\(notes)")
    #expect(try await rig.set("bedtime", to: "20:30").notes.isEmpty)
    _ = try await rig.set("bedtime", to: "21:30")
    #expect(try await rig.set("speak", to: "alarms").notes.allSatisfy { !$0.contains("quiet hours") })
  }
}
