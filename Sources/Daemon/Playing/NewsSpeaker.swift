import AlarmClock
import ControlService
import Machine
import Sound
import Storage

/// With `speak all`, speaks news for people who do not see the display: outside quiet hours, while nothing else plays.
struct NewsSpeaker: Hook {
  enum News: Hashable, Sendable {
    case missed, untrusted, tested
  }

  private struct State {
    var isStarting = true
    var waiting: Set<News> = []
    var missed = ""
  }

  /// The sources that are read when it speaks.
  struct Sources: Sendable {
    let misses: @Sendable () async -> [Store.Miss]
    let isTrusted: @Sendable () -> Bool
    /// The time of the last bedtime test, and its problems.
    let verdict: @Sendable () -> (time: Instant, problems: [String])?
    /// The changes by the house in the last day, latest last.
    let changes: @Sendable () -> [(time: Instant, words: String)]
    let next: @Sendable () async -> AlarmBook.NextRing?
    let zone: @Sendable () -> ZoneRules
    /// Whether something else plays.
    let isBusy: @Sendable () -> Bool
  }

  /// The events since it was created.
  let happened: AsyncStream<Event>
  let inForce: BookInForce
  let notices: Notices
  let time: any TimeSource
  let voice: SpokenWords
  private let state = Box(State())
  private let told = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The delay after which simultaneous news is spoken together. By then it is stored.
  static let patience: Duration = .seconds(5)
  /// The times between attempts to speak, normally and in quiet hours.
  static let step: Duration = .seconds(30)
  static let quietStep: Duration = .seconds(300)
  /// The age at which the verdict of a bedtime test is no longer news.
  static let freshness: Duration = .seconds(600)

  /// Never blocks.
  func tell(_ news: News) {
    state.withLock { _ = $0.waiting.insert(news) }
    told.continuation.yield()
  }

  /// Ends the time in which an untrusted clock is not news: most clocks get their time shortly after a start.
  func note(_ news: EngineNews) {
    guard case .startIsOver(let isTrusted) = news else { return }
    state.withLock { $0.isStarting = false }
    if !isTrusted { tell(.untrusted) }
  }

  func run(_ sources: Sources) async {
    await withDiscardingTaskGroup { group in
      group.addTask { for await event in self.happened { self.follow(event) } }
      group.addTask { await self.say(sources) }
    }
  }

  private func follow(_ event: Event) {
    switch event.kind {
    case .missed:
      state.withLock { $0.missed = event.label ?? "" }
      tell(.missed)
    case .clockUntrusted where state.withLock({ !$0.isStarting }): tell(.untrusted)
    default: break
    }
  }

  private func say(_ sources: Sources) async {
    for await _ in told.stream {
      guard await time.rest(for: Self.patience) else { return }
      while await !sayWhatWaits(sources) {
        guard await time.rest(for: isQuiet(sources) ? Self.quietStep : Self.step) else { return }
      }
    }
  }

  /// Speaks if it may be heard. Returns `false` if there is still something to say.
  func sayWhatWaits(_ sources: Sources) async -> Bool {
    if mayBeHeard(sources) { await sayNow(sources) }
    return state.withLock { $0.waiting.isEmpty }
  }

  private func mayBeHeard(_ sources: Sources) -> Bool {
    // If nobody wants news, there is no reason to wait.
    !inForce.settings.saysNews || !isQuiet(sources) && !sources.isBusy()
  }

  private func isQuiet(_ sources: Sources) -> Bool {
    inForce.settings.quiet.isQuiet(at: sources.zone().local(time.now).time)
  }

  private func sayNow(_ sources: Sources) async {
    let news = state.withLock { exchange(&$0.waiting, []) }
    guard inForce.settings.saysNews else { return }
    let words = await words(for: news, sources)
    guard !words.isEmpty else { return }
    switch await voice.speak(words) {
    case .success(let speech):
      // Reading the disk and making the speech may have taken long.
      let isHeard = mayBeHeard(sources) ? await voice.play(speech) : false
      if !isHeard { state.withLock { $0.waiting.formUnion(news) } }
    case .failure(let problem): notices.add("What was to be said (`speak all`) was not: \(problem.why); \(problem.fix)")
    }
  }

  /// Returns the words for the current state; news that is no longer true is left out.
  private func words(for news: Set<News>, _ sources: Sources) async -> String {
    let (zone, format) = (sources.zone(), inForce.settings.timeFormat)
    var words: [String] = []
    if news.contains(.missed) {
      let label = state.withLock { $0.missed }
      words.append(SpokenNews.missed(await sources.misses(), last: label, in: zone, format))
    }
    if news.contains(.untrusted), !sources.isTrusted() { words.append(SpokenNews.untrusted) }
    if news.contains(.tested), let verdict = sources.verdict(), time.now - verdict.time < Self.freshness {
      words += SpokenNews.tested(problems: verdict.problems, next: await sources.next(), in: zone, format)
      words += SpokenNews.changed(sources.changes(), in: zone, format)
    }
    return words.joined(separator: " ")
  }
}

/// News in sentences that are understood when heard once: no symbols, no commands.
enum SpokenNews {
  /// `misses` are unacknowledged, latest first. `label`: that of the last miss, which a full disk may not have stored.
  static func missed(
    _ misses: [Store.Miss], last label: String, in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> String {
    guard let last = misses.first else { return "An alarm was missed\(label.isEmpty ? "" : ": \(label)")." }
    let moment = moment(last.due, in: zone, format)
    let label = last.label.isEmpty ? "" : "\(last.label), "
    return misses.count == 1
      ? "An alarm was missed: \(label)\(moment)." : "\(misses.count) alarms were missed, the last \(moment)."
  }

  static let untrusted = "The clock may be wrong. Alarms may ring at the wrong time."

  /// Returns the verdict of the bedtime test. `problems`: what could make an alarm fail, most important first.
  static func tested(
    problems: [String], next: AlarmBook.NextRing?, in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> [String] {
    // Without the backticks around commands.
    let problem = problems.first.map { "\($0.replacing("`", with: ""))." }
    let more = problems.count > 1 ? ["And \(problems.count - 1) more."] : []
    guard let next else {
      return ["No alarm is going to ring."] + (problem.map { ["Something is wrong. \($0)"] } ?? []) + more
    }
    let label = next.alarm.label
    let ring = "\(label.isEmpty ? "An alarm" : label) rings \(moment(next.occurrence.due, in: zone, format))."
    return problem.map { [ring, "It is at risk. \($0)"] + more } ?? ["All is ready for the night.", ring]
  }

  /// Returns what the house has changed (`changes`, latest last), heard before the night. Only the last two are spoken.
  static func changed(
    _ changes: [(time: Instant, words: String)], in zone: ZoneRules, _ format: Settings.TimeFormat
  ) -> [String] {
    let told = changes.suffix(2).map { "\($0.words), \(moment($0.time, in: zone, format))." }
    let more = changes.count - told.count
    return told + (more > 0 ? ["And \(more) more by the house."] : [])
  }

  /// Returns, for example, `on Monday at 7:15`.
  private static func moment(_ instant: Instant, in zone: ZoneRules, _ format: Settings.TimeFormat) -> String {
    let local = zone.local(instant)
    return "on \(local.date.weekday.name) at \(SpokenTime.words(for: local.time, format))"
  }
}

struct SpokenWords: Sendable {
  let speak: @Sendable (String) async -> Result<Speech, SpeechProblem>
  /// Returns `false` if something else came between; then the words are said again.
  let play: @Sendable (Speech) async -> Bool
}

extension SpokenWords {
  /// Speaks as a preview, over which alarms and the ends of timers have priority.
  init(inForce: BookInForce, notices: Notices, time: any TimeSource, shelf: SoundShelf, previews: PreviewPlayer) {
    speak = { await SpeechProgram.say($0, time: time) }
    play = { speech in
      let volume = inForce.settings.volume
      guard volume > 0 else { return true }
      shelf.put(speech)
      defer { shelf.take(speech) }
      do {
        let ending = try await previews.play(Preview(speech, volume: volume)) { _, _ in }
        return ending == .over || ending == .stopped
      } catch {
        notices.add("What was to be said was not heard: \(error); `rouse status` has it")
        return true
      }
    }
  }
}
