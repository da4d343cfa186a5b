import AlarmClock
import Control
import Home

extension Bridge {
  func connect() {
    hasBegun = true
    do {
      let account = try Account(configuration, credentials: credentials)
      broker = try BrokerLine(
        to: configuration.broker, as: account, will: HomeMessage(topics.bridge, "offline"), version: version,
        onlyIPv4: onlyIPv4)
      moments[.giveUpConnecting] = now + .seconds(20)
    } catch { lose(error) }
  }

  func brokerIsSilent() {
    guard let broker, !broker.isConnected else { return }
    // Avoid IPv6 next time: those addresses may lead nowhere.
    onlyIPv4 = !broker.isOpen && !onlyIPv4
    lose(LineTrouble("the broker has not answered within 20 seconds", fix: "check `broker`, and that the broker runs"))
  }

  /// Starts or ends the timeout for the broker's answers.
  ///
  /// - Parameter anew: whether the broker has just answered, which restarts the timeout.
  func awaitAnswer(anew: Bool) {
    let waits = greeting != nil || offered != nil || retained.isUnderWay
    let end = anew ? nil : moments[.giveUpWaiting]
    moments[.giveUpWaiting] = waits ? end ?? now + .seconds(60) : nil
  }

  func lookAtBroker() {
    guard let broker else { return }
    do { try broker.look() } catch { lose(error) }
    if self.broker != nil { moments[.lookAtBroker] = now + .seconds(Int64(BrokerLine.keepAlive) / 2) }
    // Renew the summary while awake: once the connection is lost, only its time shows when the clock was last alive.
    if let at = summarized?.at, time.now - at >= ClockSummary.wordSpan || at > time.now {
      summarized = nil
      want()
    }
  }

  func serveBroker(_ found: Int16) {
    guard let broker else { return }
    var end: LineTrouble?
    do { try broker.serve(found) } catch { end = error }
    moments[.handshake] = broker.isHandshaking ? now + .milliseconds(100) : nil
    for report in broker.takeReports() {
      // A report may have ended the connection.
      guard self.broker === broker else { return }
      hear(report, from: broker)
    }
    guard self.broker === broker, let end else { return }
    // A broker without MQTT 5 may send something else or hang up: try the other version.
    if !broker.isConnected, broker.isOpen { version = version == .v5 ? .v311 : .v5 }
    lose(end)
  }

  private func hear(_ report: BrokerLine.Report, from broker: BrokerLine) {
    switch report {
    case .greeted(0): welcome(broker)
    case .greeted(let code):
      if broker.version == .v5, code == 132 || code == 1 {
        (version, isOld) = (.v311, true)
        backOff = BackOff()
        lose(LineTrouble("the broker does not support MQTT 5; trying MQTT 3.1.1"))
      } else {
        lose(LineTrouble(connectReason: code, words: BrokerLine.reason(code)))
      }
    case .dismissed(let code):
      self.broker = nil
      // Reasons that concern what was sent (MQTT 5, 3.14.2.1).
      let isAboutAMessage = [129, 130, 131, 135, 144, 149, 153].contains(code)
      if offered != nil, isAboutAMessage { refuseEvent(BrokerLine.reason(code)) }
      lose(LineTrouble(disconnectReason: code, words: BrokerLine.reason(code)))
    case .answered(let number, let code): heard(number, code)
    case .subscribed(_, isRefused: true):
      refusal = "the broker does not let this account read commands or Home Assistant's status"
      voice.say("the broker refuses a subscription; check its access rules")
    case .subscribed: break
    case .message(let topic, let payload, let isRetained): take(topic, payload, isRetained)
    }
  }

  private func welcome(_ broker: BrokerLine) {
    (connectedAt, since, refusal) = (now, time.now, nil)
    moments[.giveUpConnecting] = nil
    moments[.handshake] = nil
    moments[.lookAtBroker] = now + .seconds(Int64(BrokerLine.keepAlive) / 2)
    retained.forget()
    voice.say("connected to \(configuration.broker.shown), MQTT \(broker.version == .v5 ? "5" : "3.1.1")")
    do {
      try broker.subscribe(to: topics.session, withRetained: true)
      if let birth = topics.birth { try broker.subscribe(to: birth) }
      for topic in topics.commands { try broker.subscribe(to: topic, keepsFlag: true) }
      greeting = try broker.publish(HomeMessage(topics.bridge, "online"), isRetained: true)
      awaitAnswer(anew: true)
      if isForgotten { retained.want([HomeMessage(topics.bridge, "")]) }
    } catch { lose(error) }
  }

  /// Ends the connection, and tries again after a pause that grows.
  func lose(_ why: LineTrouble) {
    backOff.ended(after: connectedAt.map { now - $0 })
    if connectedAt != nil || trouble == nil { since = time.now }
    if why.isLasting { backOff.exhaust() }
    if connectedAt != nil {
      onlyIPv4 = false
      if !isOld { version = .v5 }
    }
    (broker, connectedAt, offered, greeting) = (nil, nil, nil, nil)
    trouble = why
    outbox.lost()
    retained.forget()
    for moment in [.giveUpConnecting, .giveUpWaiting, .handshake, .lookAtBroker, .announce] as [Moment] {
      moments[moment] = nil
    }
    // One of two clients with the same account must stay away, or they disconnect each other forever.
    let longPause = Duration.seconds(900) * Double.random(in: 0.7...1.3, using: &random)
    let pause = backOff.next(using: &random)
    moments[.connect] = now + (why == .takenOver ? longPause : pause)
    voice.say("not connected to \(configuration.broker.shown): \(why.why)" + (why.fix.map { "; fix: \($0)" } ?? ""))
    // Only to count them, while there is no connection.
    if !outbox.isEmpty { readPage() }
  }

  private func heard(_ number: Int32, _ code: Int32) {
    let isRefused = code >= 128
    if number == greeting {
      // Not earlier: a broker that does not answer is as bad as none.
      (greeting, trouble) = (nil, nil)
    } else if number == offered {
      offered = nil
      if isRefused { refuseEvent(BrokerLine.reason(code)) } else { done(outbox.acknowledged()) }
    } else if let topic = retained.answered(number, refused: isRefused ? BrokerLine.reason(code) : nil) {
      if topic == topics.session { isKnownBySession = true }
      if topic == formerAnnouncement, !isRefused {
        kept.memory.announced = topics.discovery
        keep()
      }
      if isRefused { voice.say("the broker refuses \(topic): \(BrokerLine.reason(code))") }
    }
    awaitAnswer(anew: true)
  }

  func refuseEvent(_ why: String) {
    offered = nil
    guard let event = outbox.refused() else { return }
    kept.memory.put(aside: event, why)
    voice.say("the broker has refused the event \(event.id) (\(event.kind)) three times; it is set aside: \(why)")
    done(event)
  }

  /// Stores the new cursor, then publishes the event live: Home Assistant must not act on it twice.
  private func done(_ event: HomeEvent?) {
    kept.memory.cursor = outbox.cursor
    if let event { kept.memory.put(recent: event) }
    let live = event.flatMap { EventMessages(topics).live($0, at: time.now) }
    // While many wait, spare the disk: events of the last page are sent again after a power cut.
    if outbox.isEmpty || live != nil {
      keep()
      want()
    }
    guard let live, let broker, broker.isConnected else { return }
    do { _ = try broker.publish(live, isRetained: false) } catch { lose(error) }
  }

  /// Handles another client that uses the account. Not all brokers report the takeover to the client they disconnect.
  private func look(atSession payload: [UInt8], isRetained: Bool) {
    // An empty message deletes the retained one.
    guard !payload.isEmpty, !payload.elementsEqual(session.utf8) else { return }
    if isRetained {
      // A session left by an earlier process means nothing, but one that replaced this session does. Next time, it is
      // up to the other client to stay away, if it still exists.
      guard isKnownBySession else { return }
      isKnownBySession = false
      lose(.takenOver)
    } else {
      refusal = LineTrouble.takenOver.why
      // The other client may have mistaken this session for that of an earlier process: publish it once more.
      if answeredSession != payload {
        answeredSession = payload
        retained.sayAgain([topics.session])
      }
      voice.say("\(LineTrouble.takenOver.why); fix: \(LineTrouble.takenOver.fix ?? "")")
    }
  }

  private func take(_ topic: String, _ payload: [UInt8], _ isRetained: Bool) {
    if topic == topics.session { return look(atSession: payload, isRetained: isRetained) }
    guard topic == topics.birth else { return wish(topic, payload, isRetained: isRetained) }
    guard payload.elementsEqual("online".utf8), !isRetained, moments[.announce] == nil else { return }
    // All devices of the house reply when Home Assistant starts.
    moments[.announce] = now + .seconds(Double.random(in: 0.2...5, using: &random))
  }
}
