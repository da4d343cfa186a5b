import AlarmClock
import Control
import Home

extension Bridge {
  /// Pause before a report of mere counts, and after a refused one.
  private static let reportPause: Duration = .seconds(2)

  func reachHouse() {
    hasBegun = true
    do {
      let house = try HouseLine(path: socketPath)
      try house.ask(FollowHomeState(), then: hear(state:))
      self.house = house
      (asksForPage, isReporting, told, moments[.page], moments[.report]) = (false, false, nil, nil, nil)
    } catch { loseHouse(error) }
  }

  func serveHouse(_ found: Int16) {
    guard let house else { return }
    do { for answer in try house.serve(found) { try answer() } } catch { loseHouse(error) }
  }

  func loseHouse(_ why: LineTrouble) {
    voice.say("\(why.why)" + (why.fix.map { "; fix: \($0)" } ?? ""))
    let wasThere = clock != nil
    houseBackOff.ended(after: houseSince.map { now - $0 })
    (house, houseSince, clock, asksForPage) = (nil, nil, nil, false)
    for topic in wishes.all() { retained.sayAgain(truth(about: topic)) }
    if wasThere { awaySince = time.now }
    // A daemon that restarts is back soon.
    moments[.reachHouse] = now + min(.seconds(15), houseBackOff.next(using: &random))
    if wasThere { want() }
  }

  private func hear(state answer: Result<HomeStateView, ControlError>) throws(LineTrouble) {
    let state: HomeStateView
    do { state = try answer.get() } catch { throw Self.refusal(error) }
    if clock == nil {
      voice.say("connected to the daemon, version \(state.version)")
      houseSince = now
    }
    (clock, lastClock, awaySince) = (state, state, nil)
    if let order = state.order, order.id != ordered { begin(order) } else { want() }
  }

  private func hear(page answer: Result<HomeEventPage, ControlError>) throws(LineTrouble) {
    switch answer {
    case .success(let page):
      asksForPage = false
      if let gap = page.gap { voice.say("events before the next are missing: \(gap.rawValue)") }
      outbox.take(page)
      if outbox.isEmpty, kept.memory.cursor != outbox.cursor {
        kept.memory.cursor = outbox.cursor
        keep()
      }
    case .failure(let error) where error.code == .usage && outbox.cursor != nil:
      asksForPage = false
      voice.say("it is unknown what was sent, so earlier events are left out: \(error.what)")
      outbox = Outbox(cursor: nil)
    case .failure(let error) where error.code == .tryAgain:
      // The state of the clock is published nevertheless.
      voice.say("\(error.what): \(error.why); trying again")
      moments[.page] = now + .seconds(15)
    case .failure(let error): throw Self.refusal(error)
    }
  }

  private static func refusal(_ error: ControlError) -> LineTrouble {
    LineTrouble("the daemon refuses to send its state: \(error.what), \(error.why)")
  }

  func readPage() {
    guard let house, !asksForPage else { return }
    do {
      try house.ask(ReadHomeEvents(after: outbox.cursor, limit: 50), then: hear(page:))
      asksForPage = true
    } catch { loseHouse(error) }
  }

  // MARK: Commands

  private func truth(about topic: String) -> [String] {
    CommandMessages(topics, allowed: []).truth(about: topic)
  }

  func wish(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
    // Only the daemon knows which commands are allowed.
    guard let clock else {
      voice.say("a message on \(topic) was ignored: the daemon is not running")
      return retained.sayAgain(truth(about: topic))
    }
    do throws(CommandMessages.Refusal) {
      let command = try CommandMessages(topics, allowed: clock.commands)
        .command(topic: topic, payload: payload, isRetained: isRetained)
      guard wishes.add(command, topic, at: now) else {
        voice.say("the command \(command.command.rawValue) was ignored: too many commands")
        return retained.sayAgain(truth(about: topic))
      }
      grantNextWish()
    } catch {
      switch error {
      case .retained: voice.say("retained messages are ignored: publish to \(topic) without `retain`")
      case .notAllowed(let name):
        voice.say("\(name) is not allowed: `commands` in \(HomeConfiguration.usualPath) does not name it")
      case .notUnderstood: voice.say("a message on \(topic) is not a command")
      }
      retained.sayAgain(truth(about: topic))
    }
  }

  private func grantNextWish() {
    guard let house else { return }
    while let next = wishes.next(at: now) {
      guard let command = next.command else {
        retained.sayAgain(truth(about: next.topic))
        continue
      }
      let name = command.command.rawValue
      do {
        return try house.ask(command) { [self] answer in
          switch answer {
          case .success(let reply): voice.say("\(name): \(reply.what)")
          case .failure(let error): voice.say("\(name) was refused: \(error.what): \(error.why)")
          }
          // Publish the actual state for the sender, even if nothing has changed.
          retained.sayAgain(truth(about: next.topic))
          wishes.done()
          grantNextWish()
        }
      } catch { return loseHouse(error) }
    }
  }

  // MARK: Reports

  /// Reports changes to the daemon. Mere counts wait a moment, because most events are sent by then. Sends one report
  /// at a time: the daemon handles several in any order, and could keep the older one.
  func tellHouse() {
    guard let house, clock != nil, !isReporting else { return }
    let report = report
    guard report != told else { return }
    let isCount =
      told.map {
        ($0.state, $0.why, $0.since, $0.done) == (report.state, report.why, report.since, report.done)
      } ?? false
    guard !isCount || countsAreDue else {
      moments[.report] = moments[.report] ?? now + Self.reportPause
      return
    }
    do {
      try house.ask(ReportHome(report: report)) { [self] answer in
        switch answer {
        case .success: isReporting = false
        case .failure(let error):
          voice.say("\(error.what): \(error.why); reporting again")
          (told, moments[.report]) = (nil, now + Self.reportPause)
        }
      }
      (told, isReporting, countsAreDue, moments[.report]) = (report, true, false, nil)
    } catch { loseHouse(error) }
  }

  var isConnected: Bool { connectedAt != nil && greeting == nil }

  private var report: HomeReport {
    var report = HomeReport(
      state: isConnected ? .connected : .notConnected, broker: configuration.broker.shown,
      since: RFC3339.format(Instant(seconds: since.seconds), in: .utc))
    report.why = isConnected ? notes : trouble?.why ?? "connecting"
    report.fix = trouble?.fix
    report.waiting = outbox.waiting
    report.oldest = outbox.oldest
    report.sent = outbox.sent
    report.aside = kept.memory.aside
    report.done = doneOrder
    report.refused = retained.refused.keys.sorted()
    report.isForgotten = isForgotten
    return report
  }

  /// Problems that remain while connected.
  private var notes: String? {
    let aside = kept.memory.aside
    let refused = aside.last.map { last in
      "the broker has refused \(aside.count) event\(aside.count == 1 ? "" : "s"), the last \(last.id) (\(last.kind)): \(last.why)"
    }
    let all = [refusal, refusedTopics, kept.trouble, refused].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }

  private var refusedTopics: String? {
    guard let (topic, why) = retained.refused.min(by: { $0.key < $1.key }) else { return nil }
    let others = retained.refused.count - 1
    return "the broker refuses \(topic)\(others > 0 ? " and \(others) more" : ""): \(why)"
  }

  // MARK: Orders from users of the clock: to announce it again, or to forget it

  func begin(_ order: HomeOrder) {
    ordered = order.id
    doneOrder = nil
    isForgotten = order.kind == .forget
    switch order.kind {
    case .sync:
      voice.say("announcing the clock again")
      retained.forget()
      kept.memory.aside = []
      hasTakenBack = false
      keep()
      want()
    case .forget:
      voice.say("removing the clock from the broker")
      // Remove all that the broker may retain about the clock, including entities that no longer exist.
      let components = discovery.components
      let entities = topics.entities(components.shown) + topics.entities(components.gone)
      let all = [
        [topics.discovery, formerAnnouncement].compactMap(\.self), entities,
        [topics.summary, topics.recent, topics.session, topics.availability, topics.bridge],
      ]
      retained.forget()
      retained.want(all.joined().map { HomeMessage($0, "") })
      discovery = Discovery(Discovery.Components())
      (kept.memory.components, kept.memory.announced) = (discovery.components, nil)
      isKnownBySession = false
      keep()
    }
  }

  /// Topic of an announcement that is no longer wanted, as after `discovery` was turned off.
  var formerAnnouncement: String? { kept.memory.announced.flatMap { $0 == topics.discovery ? nil : $0 } }

  /// Returns the messages for operators of many clocks. The time in the summary changes only with its content, or if
  /// `summarized` is `nil`.
  func summaries() -> [HomeMessage] {
    guard let lastClock else { return [] }
    func summary(_ at: Instant) -> HomeMessage {
      ClockSummary.message(of: lastClock, topics, at: at, away: clock == nil ? awaySince : nil)
    }
    var at = time.now
    if let summarized, summarized.message == summary(summarized.at) { at = summarized.at }
    let message = summary(at)
    summarized = (at, message)
    return [message, ClockSummary.recent(kept.memory.recentEvents, topics)]
  }
}
