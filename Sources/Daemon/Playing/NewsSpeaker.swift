import AlarmClock
import ControlService
import Hardware
import Machine
import Sound
import Storage
import Synchronization

/// Says by itself what somebody who does not see the display would miss, where that is wanted (`speak all`): outside of
/// quiet hours, and when nothing else is heard.
final class NewsSpeaker: Sendable {
  enum News: CaseIterable, Hashable, Sendable {
    case missed, untrusted, tested
  }

  /// Whom it asks at the moment it speaks.
  struct Sources: Sendable {
    let misses: @Sendable () async -> [Store.Miss]
    let isTrusted: @Sendable () -> Bool
    /// When the last test before the night was, and what it found.
    let verdict: @Sendable () -> (time: Instant, problems: [String])?
    let next: @Sendable () async -> AlarmBook.NextRing?
    let zone: @Sendable () -> ZoneRules
    /// Somebody else is to be heard.
    let isBusy: @Sendable () -> Bool
  }

  /// How words become sound, and are heard. Not heard to their end: they are said again.
  struct Voice: Sendable {
    let speak: @Sendable (String) async -> Result<Speech, SpeechProblem>
    let play: @Sendable (Speech) async -> Bool
  }

  private let inForce: BookInForce
  private let notices: Notices
  private let time: any TimeSource
  private let voice: Voice
  private let waiting = Mutex<Set<News>>([])
  private let told = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// What happens together is said together, after it was stored.
  static let patience: Duration = .seconds(5)
  /// Between two looks whether something may be said.
  static let step: Duration = .seconds(30)
  /// What was found before the night is no news in the morning.
  static let freshness: Duration = .seconds(600)

  init(inForce: BookInForce, notices: Notices, time: any TimeSource, voice: Voice) {
    self.inForce = inForce
    self.notices = notices
    self.time = time
    self.voice = voice
  }

  /// With the voice of previews, before which alarms and the ends of timers go.
  convenience init(
    inForce: BookInForce, notices: Notices, time: any TimeSource, shelf: SoundShelf, previews: PreviewPlayer
  ) {
    self.init(
      inForce: inForce, notices: notices, time: time,
      voice: Voice(
        speak: { await SpeechProgram.say($0, time: time) },
        play: { speech in
          let volume = inForce.settings.volume
          guard volume > 0 else { return true }
          shelf.put(speech)
          defer { shelf.take(speech) }
          do {
            let ending = try await previews.play(Preview(speech, volume: volume)) { _, _ in }
            return ending != .alarm && ending != .timer
          } catch {
            notices.add("News was not heard: \(error); `rouse status` has it")
            return true
          }
        }))
  }

  /// Never blocks.
  func tell(_ news: News) {
    waiting.withLock { _ = $0.insert(news) }
    told.continuation.yield()
  }

  /// Says what comes, for as long as the daemon runs.
  func run(_ sources: Sources) async {
    for await _ in told.stream {
      guard await time.rest(for: Self.patience) else { return }
      while await !sayWhatWaits(sources) { guard await time.rest(for: Self.step) else { return } }
    }
  }

  /// Says it now, if it may be heard; false where something is still to be said.
  func sayWhatWaits(_ sources: Sources) async -> Bool {
    if mayBeHeard(sources) { await say(sources) }
    return waiting.withLock { $0.isEmpty }
  }

  private func mayBeHeard(_ sources: Sources) -> Bool {
    let settings = inForce.settings
    // There is nobody to wait for.
    guard settings.saysNews else { return true }
    return !settings.quiet.isQuiet(at: sources.zone().local(time.now).time) && !sources.isBusy()
  }

  private func say(_ sources: Sources) async {
    let news = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard inForce.settings.saysNews else { return }
    let words = await words(for: news, sources)
    guard !words.isEmpty else { return }
    switch await voice.speak(words) {
    case .success(let speech): if await !voice.play(speech) { waiting.withLock { $0.formUnion(news) } }
    case .failure(let problem): notices.add("News was not said: \(problem.why); \(problem.fix)")
    }
  }

  /// As things are now: what is no longer so is not said.
  private func words(for news: Set<News>, _ sources: Sources) async -> String {
    let (zone, format) = (sources.zone(), inForce.settings.timeFormat)
    var words: [String] = []
    if news.contains(.missed) { words += SpokenNews.missed(await sources.misses(), in: zone, format) }
    if news.contains(.untrusted), !sources.isTrusted() { words.append(SpokenNews.untrusted) }
    if news.contains(.tested), let verdict = sources.verdict(), time.now - verdict.time < Self.freshness {
      words += SpokenNews.tested(problems: verdict.problems, next: await sources.next(), in: zone, format)
    }
    return words.joined(separator: " ")
  }
}
