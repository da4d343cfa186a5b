import Testing

@testable import AlarmClock

/// Every ring has a sounder, and each rung that fails brings the next one forward.
@Suite struct RingLadderTests {
  static let start = RingStateTests.start

  /// Every value at the ends of its range, and common choices.
  static let plans: [RingPlan] = {
    var plans: [RingPlan] = []
    for volume in [0, 1, 80, 100] {
      for vibration in Vibration.allCases {
        for preAlarm in [Duration.zero, .seconds(30), .seconds(300)] {
          for buzzerAfter in [Duration.zero, .seconds(60)] {
            for silenceAfter in [Duration.seconds(60), .seconds(119), .seconds(120), .seconds(3600)] {
              for (snoozes, wakeCheck) in [(0, Duration.zero), (5, .zero), (0, .seconds(120)), (1, .seconds(1800))] {
                plans.append(
                  RingStateTests.plan(
                    volume: volume, vibration: vibration, buzzerAfter: buzzerAfter, silenceAfter: silenceAfter,
                    preAlarm: preAlarm, snoozes: snoozes, wakeCheck: wakeCheck))
              }
            }
          }
        }
      }
    }
    return plans
  }()

  /// Every state of the devices that leaves at least one sounder.
  static let devices = [true, false].flatMap { camera in
    [SpeakerProof.proven, .pending, .failed].flatMap { boards(speaker: $0, camera: camera) }
  }.filter { $0.buzzer || $0.speaker != .failed }

  private static func boards(speaker: SpeakerProof, camera: Bool = true) -> [RingDevices] {
    [true, false].flatMap { buzzer in
      [true, false].map { RingDevices(speaker: speaker, buzzer: buzzer, vibration: $0, camera: camera) }
    }
  }

  private func sounds(_ demand: RingDemand, _ devices: RingDevices) -> Bool {
    demand.isBuzzing && devices.buzzer || (demand.sound?.volume ?? 0) > 0 && devices.speaker != .failed
  }

  @Test func noCombinationOfSettingsEndsUpWithoutASounder() {
    var count = 0
    for plan in Self.plans {
      for devices in Self.devices {
        var state = RingState(plan, start: Self.start)
        // Before the ring gives up there is a loud moment, even if it rings in bursts.
        let end: Duration = plan.silenceAfter < .seconds(120) ? .seconds(39) : plan.silenceAfter - .seconds(21)
        _ = state.advance(to: Self.start + .seconds(1), devices: devices)
        _ = state.advance(to: Self.start + end, devices: devices)
        let demand = state.demand(at: Self.start + end, devices: devices)
        if !sounds(demand, devices) { Issue.record("\(plan) is silent with \(devices)") }
        count += 1
      }
    }
    print("figure: settings × devices without a silent one: \(count)")
    #expect(count == Self.plans.count * Self.devices.count)
  }

  /// Within three seconds of due, even if the sound is set to come later.
  @Test func aSpeakerThatIsNotProvenBringsTheBuzzerWhateverIsSet() {
    for plan in Self.plans where plan.volume > 0 {
      for vibration in [true, false] {
        let demand = RingStateTests.demand(plan, at: .seconds(3), speaker: .failed, vibration: vibration)
        if !demand.isBuzzing { Issue.record("\(plan) does not buzz") }
      }
    }
  }

  @Test func aPreAlarmGoesWithoutSoundAndTheSpeakerProvesItselfMeanwhile() {
    let plan = RingStateTests.plan(preAlarm: .seconds(30))
    let early = RingStateTests.demand(plan, at: .seconds(29))
    #expect(early.vibration == .medium || early.vibration == .off)
    #expect(early.sound?.volume == 0)
    #expect(!early.isBuzzing)
    let late = RingStateTests.demand(plan, at: .seconds(30))
    #expect(late.sound?.volume == 80)
    #expect(late.sound?.start == Self.start + .seconds(30))
    #expect(!RingStateTests.demand(plan, at: .milliseconds(89_999)).isBuzzing)
    #expect(RingStateTests.demand(plan, at: .seconds(90)).isBuzzing)
  }

  @Test func aMotorThatFailsBringsTheSoundAtOnceForGood() {
    let plan = RingStateTests.plan(preAlarm: .seconds(300))
    var state = RingState(plan, start: Self.start)
    #expect(state.demand(at: Self.start + .seconds(10), devices: RingDevices()).sound?.volume == 0)
    _ = state.advance(to: Self.start + .seconds(10), devices: RingDevices(vibration: false))
    let failed = state.demand(at: Self.start + .seconds(10), devices: RingDevices(vibration: false))
    #expect(failed.sound?.volume == 80)
    _ = state.advance(to: Self.start + .seconds(11), devices: RingDevices())
    #expect(state.demand(at: Self.start + .seconds(11), devices: RingDevices()).sound?.volume == 80)
  }

  /// Seconds after the start, and whether the ring is loud then without a camera.
  @Test(arguments: [
    (0, true), (39, true), (40, false), (59, false), (60, true), (99, true), (100, false), (3559, true), (3580, false),
  ])
  func withoutACameraItRingsInBurstsNeverLouderThanSet(second: Int, isLoud: Bool) {
    let plan = RingStateTests.plan(volume: 60)
    let demand = RingStateTests.demand(plan, at: .seconds(second), camera: false)
    #expect((demand.sound?.volume ?? 0) == (isLoud ? 60 : 0))
    #expect(!demand.isBuzzing || isLoud)
    let withCamera = RingStateTests.demand(plan, at: .seconds(second))
    #expect(withCamera.sound?.volume == 60)
    #expect(demand.vibration == withCamera.vibration)
    #expect(demand.isLit == withCamera.isLit)
  }

  /// The second at which the camera fails, a later second, and whether the ring is loud then.
  @Test(arguments: [
    (41, 42, true), (41, 59, true), (30, 59, true), (29, 58, true), (29, 59, false), (5, 40, false), (10, 60, true),
    (60, 100, false),
  ]) func aCameraThatFailsForAMomentIsNoReasonToRest(fails: Int, second: Int, isLoud: Bool) {
    let plan = RingStateTests.plan(volume: 60)
    var state = RingState(plan, start: RingStateTests.start)
    for elapsed in 0...second {
      let now = RingStateTests.start + .seconds(elapsed)
      let devices = RingDevices(camera: elapsed <= fails)
      _ = state.advance(to: now, devices: devices)
      let isLoudNow = (state.demand(at: now, devices: devices).sound?.volume ?? 0) == 60
      if elapsed == second { #expect(isLoudNow == isLoud) }
      let next = state.nextChange(after: now)
      let before = state.demand(at: now + next - .milliseconds(1), devices: RingDevices(camera: false)).sound?.volume
      #expect(before == state.demand(at: now, devices: RingDevices(camera: false)).sound?.volume)
    }
  }

  static let boards = boards(speaker: .proven) + boards(speaker: .failed)

  @Test func theLadderSaysWhatTheRingDoes() {
    let plan = RingStateTests.plan(volume: 70, preAlarm: .seconds(30))
    #expect(
      plan.ladder() == [
        RingPlan.Rung(after: .zero, kind: .light), RingPlan.Rung(after: .zero, kind: .vibration(.medium)),
        RingPlan.Rung(after: .seconds(30), kind: .sound("tone", volume: 70, fadeIn: .seconds(5))),
        RingPlan.Rung(after: .seconds(90), kind: .buzzer), RingPlan.Rung(after: .seconds(3600), kind: .silence),
      ])
  }

  @Test(arguments: boards) func theLadderIsWhatTheRingDoesOnEachBoard(board: RingDevices) {
    let moments: [Duration] = [.zero, .seconds(14), .seconds(15), .seconds(29)]
    for plan in Self.plans {
      let ladder = plan.ladder(on: board)
      var state = RingState(plan, start: Self.start)
      _ = state.advance(to: Self.start, devices: board)
      for elapsed in moments + ladder.flatMap({ [$0.after - .milliseconds(1), $0.after] }) where elapsed >= .zero {
        let demand = state.demand(at: Self.start + elapsed, devices: board)
        let reached = ladder.filter { $0.after <= elapsed }
        guard reached.last?.kind != .silence else {
          #expect(demand == .silence)
          continue
        }
        let sounds = reached.filter { if case .sound = $0.kind { true } else { false } }
        let volume = sounds.last.map { if case .sound(_, let volume, _) = $0.kind { volume } else { 0 } } ?? 0
        let heard = board.speaker == .failed ? 0 : demand.sound?.volume ?? 0
        let shakes = reached.contains { $0.kind == .vibration(plan.vibration) }
        let isAsSaid =
          heard == volume && reached.contains { $0.kind == .buzzer } == (demand.isBuzzing && board.buzzer)
          && shakes == (plan.vibration != .off && board.vibration)
        if !isAsSaid { Issue.record("\(plan) on \(board) after \(elapsed): \(ladder), \(demand)") }
      }
      #expect(plan.ladder(on: board, hasLight: false) == ladder.filter { $0.kind != .light })
    }
  }

  /// Without a buzzer a quiet sound gets louder when the buzzer would join; its fade-in has progressed by then.
  @Test func withoutABuzzerTheLadderSaysWhenTheSpeakerGetsLouder() {
    let board = RingDevices(buzzer: false)
    func sounds(_ plan: RingPlan) -> [RingPlan.Rung] {
      plan.ladder(on: board).filter { $0.kind != .light && $0.kind != .silence }
    }
    func sound(_ after: Int, _ volume: Int, fadeIn: Int) -> RingPlan.Rung {
      RingPlan.Rung(after: .seconds(after), kind: .sound("tone", volume: volume, fadeIn: .seconds(fadeIn)))
    }
    let low = RingStateTests.plan(volume: 20, vibration: .off, preAlarm: .seconds(30))
    #expect(sounds(low) == [sound(30, 20, fadeIn: 5), sound(90, 50, fadeIn: 0)])
    #expect(sounds(RingStateTests.plan(volume: 50, vibration: .off)) == [sound(0, 50, fadeIn: 5)])
    #expect(sounds(RingStateTests.plan(volume: 0, vibration: .off)) == [sound(0, 50, fadeIn: 5)])
    let quick = RingStateTests.plan(volume: 20, vibration: .off, buzzerAfter: .seconds(2))
    #expect(sounds(quick) == [sound(0, 20, fadeIn: 5), sound(2, 50, fadeIn: 3)])
    let own = RingStateTests.plan(volume: 80, vibration: .off, sound: "owls")
    #expect(sounds(own).last == sound(60, 80, fadeIn: 0))
  }
}
