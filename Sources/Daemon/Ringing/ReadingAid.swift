import AlarmClock

/// What helps a card to be read while a ring looks for it.
struct ReadingAid {
  var guidance = Guidance()
  var light = LightControl()
}

extension Ringer {
  /// Gives light and hints to whoever holds a card, as one frame shows that they are needed.
  func help(with sight: Sight) {
    let now = time.monotonic
    let (isAsking, isSteady) = rings.withLock { rings in
      (
        rings.contains { $0.state.asks(at: now) }, rings.contains { $0.state.asks(at: now) && !$0.plan.flashes }
      )
    }
    let isLampOn = aid.withLock { aid in
      guard isAsking else {
        aid.light = LightControl()
        return false
      }
      aid.guidance.look(at: sight, at: now)
      aid.light.isSteady = isSteady
      aid.light.look(brightness: sight.brightness, obstacle: sight.obstacle, at: now)
      return aid.light.isLampOn
    }
    outputs.light(isLampOn)
  }

  /// What keeps the card from being read at this moment, as far as people want to be told.
  var hint: ReadingHint? {
    let hint = aid.withLock { $0.guidance.hint(at: time.monotonic) }
    return hint.flatMap { face.tells($0) ? $0 : nil }
  }

  /// The camera sees nothing any more.
  func endHelp() {
    aid.withLock { $0 = ReadingAid() }
    outputs.light(false)
  }
}

extension RingDemand {
  /// Adds a pulse of the buzzer, or of the motor where there is no buzzer, to whatever is demanded.
  mutating func addPulse(_ devices: RingDevices) {
    if devices.buzzer { isBuzzing = true } else { vibration = max(vibration, .light) }
  }
}
