/// The bursts of a ring that no card can end because no camera works: 40 s of noise, then 20 s of vibration and light
/// only. A camera that fails briefly does not cause pauses.
extension RingState {
  static let burstPeriod: Duration = .seconds(60)
  static let burstLength: Duration = .seconds(40)
  /// How long a camera that has worked may fail before the pauses begin.
  static let cameraPatience: Duration = .seconds(30)

  func isBetweenBursts(at now: Duration, _ devices: RingDevices) -> Bool {
    let hasSeen = cameraWorked.map { now - $0 < Self.cameraPatience } ?? false
    return !devices.camera && !hasSeen && (now - start).remainder(dividingBy: Self.burstPeriod) >= Self.burstLength
  }

  /// Returns when bursts begin and end, and when a failed camera counts as failed. Some of these moments may be past.
  func burstMoments(at now: Duration) -> [Duration] {
    let burst = now - max(.zero, now - start).remainder(dividingBy: Self.burstPeriod)
    let moments = [burst + Self.burstLength, burst + Self.burstPeriod]
    return moments + [cameraWorked.map { $0 + Self.cameraPatience }].compactMap(\.self)
  }
}
