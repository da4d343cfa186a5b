import AlarmClock

/// Hints from camera frames for the person holding a card. A word appears once three of the last five frames agree on
/// it, stays for at least a second, and alternates with the time. A wrong code is reported at once.
struct Guidance {
  private struct Word {
    var hint: ReadingHint
    var since: Duration
    var until: Duration?
  }

  private var frames: [(hint: ReadingHint?, at: Duration)] = []
  /// The last word, even if it is over.
  private var word: Word?
  private var wrongCodeAt: Duration?
  /// When a card left in view was first seen without interruption, and when it was last seen.
  private var lyingCard: (since: Duration, last: Duration)?
  private var cue: Cue?

  static let frameCount = 5
  static let mostNeeded = 3
  static let leastNeeded = 2
  /// Older frames do not count, and without newer ones no word holds.
  static let memory: Duration = .seconds(2)
  static let leastShown: Duration = .seconds(1)
  /// How long a word that holds is shown, before the time is shown for as long.
  static let turn: Duration = .seconds(2)
  static let wrongCodeShown: Duration = .seconds(2)
  static let lyingCardShown: Duration = .seconds(2)
  /// How long after a wrong card the display names the right ones.
  static let cardsNamed: Duration = .seconds(30)

  // MARK: Observations

  /// Returns the hint from a single frame, or `nil` if a code was read or nothing is in the way.
  static func hint(of sight: Sight) -> ReadingHint? {
    guard sight.payloads.isEmpty else { return nil }
    switch sight.obstacle {
    case .tooDark: return .tooDark
    case .glare: return .glare
    case .tooFar: return .tooFar
    case .tooNear: return .tooNear
    case .blurred: return .holdStill
    case nil: return sight.isCodeInView ? .holdStill : nil
    }
  }

  mutating func look(at sight: Sight, at now: Duration) {
    // The word is over, whatever the next frames say.
    if var current = word, now >= end(of: current) {
      current.until = end(of: current)
      word = current
    }
    frames.append((Self.hint(of: sight), now))
    frames.removeAll { now - $0.at > Self.memory }
    frames = frames.suffix(Self.frameCount)
    func count(_ hint: ReadingHint) -> Int { frames.count { $0.hint == hint } }
    if let current = word, current.until == nil, count(current.hint) < Self.leastNeeded {
      let end = end(of: current, at: now)
      word?.until = end
    }
    guard word.map({ now >= end(of: $0) }) ?? true else { return }
    guard let hint = ReadingHint.allCases.first(where: { count($0) >= Self.mostNeeded }) else { return }
    word = Word(hint: hint, since: now)
    cue = Cue.next(hint, after: cue, at: now)
  }

  /// Returns when a word that no longer holds may go: after its minimum, or at once during the time's turn.
  private func end(of word: Word, at now: Duration) -> Duration {
    let shown = Self.shown(since: word.since, at: now)
    return shown < Self.turn ? max(now, now - shown + Self.leastShown) : now
  }

  mutating func sawWrongCode(at now: Duration) {
    wrongCodeAt = now
    cue = Cue.next(.wrongCode, after: cue, at: now)
  }

  mutating func sawLyingCard(at now: Duration) {
    // Pulse once, not for as long as the card lies there.
    if !isTellingOfLyingCard(at: now) { cue = Cue.next(.takeAway, after: cue, at: now) }
    lyingCard = (isTellingOfLyingCard(at: now) ? lyingCard?.since ?? now : now, now)
  }

  private func isTellingOfLyingCard(at now: Duration) -> Bool {
    lyingCard.map { now - $0.last < Self.lyingCardShown } ?? false
  }

  // MARK: Hints

  func hint(at now: Duration) -> ReadingHint? {
    // This is what to do, even if another code is in view, such as on a poster.
    if isTellingOfLyingCard(at: now) { return .takeAway }
    if let wrongCodeAt, now - wrongCodeAt < Self.wrongCodeShown { return .wrongCode }
    guard let word, now < end(of: word) else { return nil }
    return word.hint
  }

  /// Returns the hint in place of the time. A word appears as soon as it holds, but goes only with a flash (the last at
  /// `now`); otherwise the face after it would flicker for a moment.
  func shownHint(at now: Duration) -> ReadingHint? {
    guard let hint = hint(at: now) else { return nil }
    switch hint {
    case .wrongCode: return hint
    case .takeAway: return Self.shown(since: lyingCard?.since ?? now, at: now) < Self.turn ? hint : nil
    default: return word.map { Self.shown(since: $0.since, at: now) < Self.turn } ?? true ? hint : nil
    }
  }

  func namesCards(at now: Duration) -> Bool { wrongCodeAt.map { now - $0 < Self.cardsNamed } ?? false }

  private func end(of word: Word) -> Duration { word.until ?? (frames.last?.at ?? word.since) + Self.memory }

  /// Returns how long a word has been shown in its turn; if longer than `turn`, it is the time's turn.
  private static func shown(since start: Duration, at now: Duration) -> Duration {
    let elapsed = max(.zero, now - start)
    let period = (turn + turn).wholeNanoseconds
    return .nanoseconds(elapsed.wholeNanoseconds % period)
  }

  /// Begins a pending pattern now. The caller must come back at its edges.
  mutating func beginCue(at now: Duration) {
    if let pending = cue, pending.start == nil { cue?.start = now }
  }

  func isPulsing(at now: Duration) -> Bool { cue?.isOn(at: now) ?? false }

  /// Returns how long until the hints change by themselves, or `nil` if no change is known.
  func nextChange(after now: Duration) -> Duration? {
    var moments = cue?.edges ?? []
    if let wrongCodeAt { moments.append(wrongCodeAt + Self.wrongCodeShown) }
    func turns(since start: Duration, until end: Duration) -> [Duration] {
      let shown = Self.shown(since: start, at: now)
      return [end, now - shown + (shown < Self.turn ? Self.turn : Self.turn + Self.turn)]
    }
    if let word, now < end(of: word) { moments += turns(since: word.since, until: end(of: word)) }
    if let lyingCard, isTellingOfLyingCard(at: now) {
      moments += turns(since: lyingCard.since, until: lyingCard.last + Self.lyingCardShown)
    }
    return moments.filter { $0 > now }.min().map { $0 - now }
  }
}

/// A short, soft pattern of pulses that conveys a hint by touch or ear. It only adds to what a ring demands.
private struct Cue {
  var hint: ReadingHint
  var asked: Duration
  var start: Duration?

  static let short: Duration = .milliseconds(60)
  static let long: Duration = .milliseconds(240)
  static let pause: Duration = .milliseconds(100)
  /// How soon the same hint may be repeated. Another hint may follow after a second.
  static let rest: Duration = .seconds(5)

  /// Returns a new pattern, or the last one if that was too recent.
  static func next(_ hint: ReadingHint, after last: Cue?, at now: Duration) -> Cue? {
    if let last, now - last.asked < (last.hint == hint ? rest : .seconds(1)) { return last }
    return Cue(hint: hint, asked: now)
  }

  private var pulses: [Duration] {
    switch hint {
    case .holdStill: [Self.short]
    case .wrongCode: [Self.short, Self.short, Self.short]
    case .tooDark: [Self.long]
    case .glare: [Self.long, Self.long]
    case .takeAway: [Self.long, Self.long, Self.long]
    case .tooFar: [Self.short, Self.long]
    case .tooNear: [Self.long, Self.short]
    }
  }

  /// When pulses begin and end, in turn.
  var edges: [Duration] {
    guard var moment = start else { return [] }
    return pulses.flatMap { pulse in
      defer { moment += pulse + Self.pause }
      return [moment, moment + pulse]
    }
  }

  func isOn(at now: Duration) -> Bool { edges.prefix { $0 <= now }.count % 2 == 1 }
}
