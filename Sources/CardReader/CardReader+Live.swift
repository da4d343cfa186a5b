import Glibc
import Hardware

extension CardReader {
  /// Examines the next frame of live video. Spreads passes over frames; averages dark ones. One reader per source.
  public func look(at frame: GrayFrame) throws(SetupError) -> Look {
    guard var scan = FrameScan(frame) else { return Look(sightings: []) }
    let start = time()
    defer { schedule.looked(for: time() - start) }
    let brightness = frame.meanBrightness
    var sightings: [Sighting] = []
    var done: [Pass] = []
    func attempt(_ pass: Pass) throws(SetupError) {
      let begin = time()
      let coarsely = schedule.isCoarse(pass)
      let found = try codes(in: &scan, pass, coarsely: coarsely)
      schedule.took(time() - begin, for: pass, coarsely: coarsely)
      done.append(pass)
      sightings += found.filter { sighting in !sightings.contains { $0.payload == sighting.payload } }
    }
    // Run all of them even after a success: a code that one pass reads must not hide the card that another reads.
    for pass in schedule.next() { try attempt(pass) }
    while sightings.isEmpty, scan.unread != nil || !scan.refused.isEmpty,
      let pass = schedule.more(after: done, spent: time() - start)
    {
      try attempt(pass)
    }
    var refused = scan.refused
    let begin = time()
    let mean = memory.mean(
      with: frame, brightness: brightness, isTime: schedule.isTimeForMean(spent: begin - start))
    if let mean {
      if sightings.isEmpty, var meanScan = FrameScan(mean) {
        sightings = try codes(in: &meanScan, .redrawn21)
        refused.add(meanScan.refused)
      }
      schedule.tookForMean(time() - begin)
    }
    framesHidingParts = refused.areJoined ? Self.framesUntilJoined : max(0, framesHidingParts - 1)
    refused.areJoined = framesHidingParts > 0
    let (found, hidden) = refused.beside(sightings)
    guard found.isEmpty, hidden == nil else { return Look(sightings: found, unread: hidden) }
    return Look(
      sightings: [], unread: scan.unread?.outline,
      obstacle: Obstacles.obstacle(in: frame, brightness: brightness, scan))
  }

  /// Only some passes read a structured append joined. Each of them runs at least once in this many frames.
  private static let framesUntilJoined = 16

  /// Returns the time since boot, by clock_gettime(2).
  public static func monotonic() -> Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }
}
