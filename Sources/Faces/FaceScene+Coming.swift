import AlarmClock

extension FaceScene {
  /// What the face shows after a moment: each turn with its pages, and each new minute of the time; not every second.
  ///
  /// - Parameter count: how many at most.
  public func coming(after now: Instant, count: Int) -> [(at: Instant, face: IdleFace)] {
    var coming: [(at: Instant, face: IdleFace)] = []
    var (moment, last) = (now, key(of: face(at: now), at: now))
    let end = now + .seconds(3600)
    while coming.count < count, moment < end {
      moment += holds(from: moment)
      let next = face(at: moment)
      let key = key(of: next, at: moment)
      if key != last { coming.append((moment, next)) }
      last = key
    }
    return coming
  }

  /// What tells a face from the one before: seconds and a blinking colon do not.
  private func key(of face: IdleFace, at moment: Instant) -> String {
    switch face.content {
    case .time:
      let time = zone.local(moment).time
      return "\(time.hour):\(time.minute)"
    case .seconds: return "seconds"
    case .date, .alarm, .temperature, .humidity, .zone: return "\(face.content) \(face.text)"
    }
  }
}
