import AlarmClock

/// Effects of time and cards on the rings under way.
extension Ringer {
  enum CardEffect: Hashable, Sendable {
    case taken
    /// A ring would take the card, but it was left in view instead of being brought.
    case lies
    /// No ring has a use for the card. The text says why, if there is more to say.
    case refused(String?)
    case unknown
  }

  /// Applies the current demand to the outputs. Returns how long it holds, or `nil` if nothing rings.
  @discardableResult
  func drive() -> Duration? {
    var buzzed: [Ring] = []
    var changed: [(ring: Ring, change: RingState.Change)] = []
    let (devices, together, wait) = rings.withLock { rings -> (RingDevices, RingDemand, Duration?) in
      // Read under the lock, so that the later of two callers has the later time.
      let now = time.monotonic
      let devices = outputs.devices
      for index in rings.indices {
        let changes = rings[index].state.advance(to: now, devices: devices)
        changed += changes.map { (rings[index], $0) }
      }
      let gone = Set(changed.filter { $0.change == .gaveUp }.map(\.ring.armed.id))
      if !gone.isEmpty { rings.removeAll { gone.contains($0.armed.id) } }
      noteSight(devices.camera || !rings.contains { $0.state.isLooking(at: now) }, at: now)
      var demands: [RingDemand] = []
      for index in rings.indices {
        let demand = rings[index].state.demand(at: now, devices: devices)
        // Without a buzzer, the speaker gets louder instead.
        let buzzes = demand.isBuzzing && devices.buzzer && rings[index].state.phase == .ringing
        // Buzzing goes on during pauses between bursts, while the sound is softer, and while the buzzer fails.
        if buzzes, !rings[index].isBuzzing { buzzed.append(rings[index]) }
        let rests = !devices.camera || demand.sound?.isSoft == true || !devices.buzzer
        rings[index].isBuzzing = buzzes || rings[index].isBuzzing && rests
        demands.append(demand)
      }
      let aid = aid.withLock { $0 }
      // The camera may stall while the lamp is on, so the lamp is also switched here.
      if !rings.isEmpty, !rings.contains(where: { $0.state.asks(at: now) }) {
        outputs.light(aid.snoozeLight.isOn(at: now))
      }
      var together = RingDemand.together(demands)
      if aid.guidance.isPulsing(at: now), face.guides, rings.contains(where: { $0.state.asks(at: now) }) {
        if devices.buzzer { together.isBuzzing = true } else { together.vibration = max(together.vibration, .light) }
      }
      // Applied under the lock, so that an older demand cannot follow the silence after the last answer.
      outputs.apply(together)
      for (ring, change) in changed { tell(change, of: ring) }
      guard !rings.isEmpty else { return (devices, together, nil) }
      // The ring whose flashes the display follows.
      let shown = zip(rings, demands).first { $1.isExclusive }?.0 ?? rings[0]
      outputs.show(
        face.ringing(
          rings.map(\.state), at: time.now, monotonic: now, isLit: together.isLit,
          isSteady: together.isSteady,
          hint: aid.guidance.shownHint(at: shown.state.flash(at: now)), isLight: aid.light.isDisplayOn,
          namesCards: aid.guidance.namesCards(at: now), isTurnedDown: devices.isTurnedDown))
      let waits =
        rings.map { $0.state.nextChange(after: now) } + [aid.guidance.nextChange(after: now)].compactMap(\.self)
      return (devices, together, waits.min())
    }
    for ring in buzzed {
      guard devices.speaker == .failed, outputs.isFitted(.speaker) else {
        events.append(.buzzerStarted, of: ring.plan)
        continue
      }
      let now = time.now
      events.append(
        .buzzerStarted, of: ring.plan, detail: "the speaker is not proven to play",
        happening: Happening(.buzzerStoodIn, began: now, ended: now, label: ring.plan.label))
    }
    guard let wait else { return nil }
    // Check often on a speaker that has not proven itself, so that the buzzer stands in for it at once.
    let isEager = devices.speaker == .pending && together.sound != nil
    return isEager ? min(wait, .milliseconds(100)) : min(wait, .milliseconds(500))
  }

  /// Called under the lock of `rings`, so that later events are reported later.
  private func tell(_ change: RingState.Change, of ring: Ring) {
    switch change {
    case .gaveUp:
      events.append(
        .missed, of: ring.plan, detail: "nobody showed a card for \(DurationText.format(ring.plan.silenceAfter))")
      end(ring, as: .missed(rang: true), at: time.now)
    case .snoozeEnded:
      events.append(.snoozeEnded, of: ring.plan)
      noteProgress(of: ring)
    case .checkFailed:
      events.append(.wakeCheckFailed, of: ring.plan, detail: "no card was shown in time: it rings again")
      noteProgress(of: ring)
    }
  }

  func see(_ card: Card) -> CardEffect {
    var answers: [(ring: Ring, answer: RingState.Answer)] = []
    rings.withLock { rings in
      let now = time.monotonic
      for index in rings.indices { answers.append((rings[index], rings[index].state.see(card, at: now))) }
      for (index, answer) in answers.enumerated() {
        answers[index].ring = answer.answer == .ended ? answer.ring : rings[index]
      }
      let ended = Set(answers.filter { $0.answer == .ended }.map(\.ring.armed.id))
      if !ended.isEmpty { rings.removeAll { ended.contains($0.armed.id) } }
      if rings.isEmpty { outputs.apply(.silence) }
      for (ring, answer) in answers { tell(answer, of: ring, card) }
    }
    drive()
    if answers.contains(where: { [.ended, .snoozed, .checkBegan].contains($0.answer) }) { return .taken }
    if answers.contains(where: { if case .lies = $0.answer { true } else { false } }) { return .lies }
    let why = answers.compactMap { if case .nothing(let why) = $0.answer { why } else { nil } }.first
    // The card that began the rest is still in view, or nothing rings anymore.
    let isExpected = answers.allSatisfy { answer in
      answer.ring.state.phase != .ringing && (card.kind == .snooze || answer.ring.plan.isAnswered(by: card))
    }
    return isExpected ? .taken : .refused(why)
  }

  private func tell(_ answer: RingState.Answer, of ring: Ring, _ card: Card) {
    let now = time.now
    switch answer {
    case .ended:
      if case .checking = ring.state.phase { events.append(.wakeCheckPassed, of: ring.plan, detail: card.name) }
      events.append(.dismissSuccess, of: ring.plan, detail: card.name)
      end(ring, as: .dismissed(cardID: card.id), at: now)
      tellThatACardWasTaken(by: ring)
    case .snoozed:
      events.append(
        .snoozed, of: ring.plan,
        detail:
          "\(card.name): for \(DurationText.format(ring.plan.snoozeTime)), \(ring.state.snoozes) of \(ring.plan.snoozes)"
      )
      noteProgress(of: ring)
      tellThatACardWasTaken(by: ring)
    case .checkBegan:
      events.append(
        .wakeCheckStarted, of: ring.plan,
        detail: "\(card.name): a card is to be shown again within \(DurationText.format(ring.plan.wakeCheck))")
      noteProgress(of: ring)
      tellThatACardWasTaken(by: ring)
    case .lies(let isNew):
      let fix = "take it away, then hold it in another place, or closer"
      if isNew { events.append(.cardLeft, of: ring.plan, detail: "\(card.name): \(fix)") }
    case .nothing: break
    }
  }

  /// Reports a card only if the ring was heard, because the report must not wake anyone.
  private func tellThatACardWasTaken(by ring: Ring) {
    if ring.state.hasBegunToSound(at: time.monotonic) { observer.note(.cardTaken(ring.plan)) }
  }

  private func end(_ ring: Ring, as outcome: RingOutcome, at now: Instant) {
    observer.note(
      .ended(
        EndedRing(
          outcome: outcome, armed: ring.armed, ended: now, isTrusted: ring.isTrusted,
          untrustedEnd: ring.isTrusted ? nil : time.reading, progress: progress(of: ring))))
  }

  /// Shorter gaps are normal, because the camera is opened for each ring.
  private static let shortestBlindness: Duration = .seconds(1)

  /// Logs how long a ring had no camera, once a camera looks again or is no longer needed.
  private func noteSight(_ isSeeing: Bool, at now: Duration) {
    let length = blindness.withLock { since -> Duration? in
      let length = since.map { now - $0 }
      since = isSeeing ? nil : since ?? now
      return isSeeing ? length : nil
    }
    guard let length, length >= Self.shortestBlindness else { return }
    let ended = time.now
    events.append(
      .noCamera, detail: "for \(DurationText.format(length)) while it rang",
      happening: Happening(.noCamera, began: ended - length, ended: ended))
  }

  /// Reports the progress of all rings, which is stored by the time of day: after the clock was set, or before the end.
  func noteAllProgress() {
    rings.withLock { rings in for ring in rings { noteProgress(of: ring) } }
  }

  /// Reports the progress of a ring that has begun, unless it has ended since.
  func noteBeginning(of id: RingID) {
    rings.withLock { rings in
      for ring in rings where ring.armed.id == id { noteProgress(of: ring) }
    }
  }

  func noteProgress(of ring: Ring) { observer.note(.progressed(ring.armed.id, progress(of: ring))) }

  private func progress(of ring: Ring) -> RingProgress {
    ring.state.progress(now: time.now, monotonic: time.monotonic, isTrusted: ring.isTrusted)
  }

  /// Logs that the daemon was told to stop. The rings go on at its next start.
  func noteAbort() {
    if !current.isEmpty { noteSight(true, at: time.monotonic) }
    for ring in current {
      events.append(.aborted, of: ring.plan, detail: "the service was stopped; it rings on at the next start")
    }
  }
}
