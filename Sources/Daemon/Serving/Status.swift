import AlarmClock
import Control
import Hardware

/// How the clock is.
extension RouseDaemon {
  func status() async -> StatusView {
    let now = time.now
    let zoneInForce = scheduler.zoneInForce
    let zone = zoneInForce.rules
    let rings = ringer.current
    let cards = await ledger.cards
    let settings = settings.now
    let misses = await ledger.misses()
    let trust = trust.current
    let degradation = scheduler.degradation
    // In this order: what the ledger takes over meanwhile is counted twice rather than not at all.
    let untold = queue.outcomes
    var storage = await ledger.storageView
    storage.unstored += untold
    return StatusView(
      state: state(rings), minimal: minimal,
      misses: misses.map {
        MissView(alarmId: $0.alarmID, label: $0.label, due: RFC3339.format($0.due, in: zone), rang: $0.rang)
      },
      rings: rings.map { RingView($0, cards: cards, now: now, monotonic: time.monotonic, zone: zone) },
      timers: await ledger.timerViews, next: await ledger.nextRing,
      quiet: QuietView(hours: settings.quiet.description, now: settings.quiet.isQuiet(at: zone.local(now).time)),
      pausedUntil: await ledger.currentPause?.description, bedtime: bedtime.verdict.map { BedtimeView($0, in: zone) },
      evidence: evidence.isOn, noise: noiseView,
      devices: deviceViews(in: zone), missingSounds: await ledger.missingSounds,
      clock: ClockView(
        now: RFC3339.format(now, in: zone), zone: zone.name, trusted: trust.isTrusted, why: trust.why,
        zoneProblem: zoneInForce.trouble?.text),
      board: BoardView(name: board.name, mock: board.isMock, file: board.file, warnings: board.warnings),
      scheduler: SchedulerView(realTimePriority: degradation == nil, why: degradation),
      storage: storage, version: Release.version)
  }

  private func state(_ rings: [Ringer.Ring]) -> StatusView.State {
    if rings.contains(where: { $0.state.phase == .ringing }) { return .ringing }
    if !rings.isEmpty { return .snoozed }
    return outputs.isSilent ? .idle : .ringing
  }

  func deviceViews(in zone: ZoneRules) -> [String: DeviceView] {
    outputs.checkForHangs()
    return Dictionary(
      uniqueKeysWithValues: DeviceRole.allCases.map { role in
        guard board.has(role) else { return (role.rawValue, DeviceView(health: .notFitted)) }
        guard let failure = health.failure(of: role) else {
          let degradation = board.degradation(of: role)
          return (role.rawValue, DeviceView(health: degradation == nil ? .ok : .degraded, error: degradation))
        }
        return (
          role.rawValue,
          DeviceView(health: .failed, error: "\(failure.error)", since: RFC3339.format(failure.since, in: zone))
        )
      })
  }

  /// Makes every device act for a while; a ring that comes takes them over.
  func testDevices(for duration: Duration) async throws -> TestDevices.Reply {
    guard (.seconds(1))...(.seconds(60)) ~= duration else {
      throw ControlError(
        InvalidValue(
          field: "--for", value: DurationText.format(duration), reason: "it has to be from 1s to 60s",
          remedy: "give a duration in that range"))
    }
    let settings = settings.now
    let isQuiet = settings.quiet.isQuiet(at: scheduler.zone.local(time.now).time)
    let sound = SoundDemand(
      sound: settings.sound ?? Settings.builtInSound, volume: settings.volume, start: time.monotonic)
    let began = ringer.ifIdle {
      outputs.apply(
        RingDemand(sound: nil, vibration: .off, isBuzzing: !isQuiet, isLit: true, isExclusive: false))
      // So that noise comes back after it.
      outputs.play(isQuiet ? nil : sound, by: .test)
      outputs.vibrate(settings.vibration == .off ? .medium : settings.vibration, by: .test)
      outputs.light(true)
      outputs.show(DisplayFace(text: "88:88", brightness: ClockFace.ringBrightness))
    }
    guard began else { throw Self.busyRinging("the devices belong to the alarm until its card was seen") }
    events.append(.devicesTested)
    await lookOnce(for: duration)
    outputs.play(nil, by: .test)
    outputs.vibrate(nil, by: .test)
    ringer.ifIdle {
      outputs.apply(.silence)
      outputs.light(false)
    }
    faceKeeper.refresh()
    let notes =
      isQuiet
      ? ["quiet is \(settings.quiet): buzzer and speaker stayed silent. To hear them: `rouse quiet off`, then again"]
      : []
    return TestDevices.Reply(devices: deviceViews(in: scheduler.zone), notes: notes)
  }

  /// Keeps the camera open for a while, so that its health is known.
  private func lookOnce(for duration: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in desk.sights(for: .deviceTest) {}
      }
      // Cut short when the client goes: then the devices go off at once.
      _ = await time.rest(for: duration)
      group.cancelAll()
    }
  }
}
