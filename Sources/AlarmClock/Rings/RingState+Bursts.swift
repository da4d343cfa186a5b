/// A ring that no card can end, as no camera sees one, rests now and then: 40 s of noise, and 20 s of vibration and light
/// alone. A camera that fails for a moment is no reason to rest.
extension RingState {
  static let burstPeriod: Duration = .seconds(60)
  static let burstLength: Duration = .seconds(40)
  /// For so long a camera that has worked may fail.
  static let cameraPatience: Duration = .seconds(30)

  func isBetweenBursts(at now: Duration, _ devices: RingDevices) -> Bool {
    let hasSeen = cameraWorked.map { now - $0 < Self.cameraPatience } ?? false
    return !devices.camera && !hasSeen && (now - start).remainder(dividingBy: Self.burstPeriod) >= Self.burstLength
  }

  /// When a burst begins or ends, or a camera has failed for long enough; some of them have passed.
  func burstMoments(at now: Duration) -> [Duration] {
    let burst = now - max(.zero, now - start).remainder(dividingBy: Self.burstPeriod)
    let moments = [burst + Self.burstLength, burst + Self.burstPeriod]
    return moments + [cameraWorked.map { $0 + Self.cameraPatience }].compactMap(\.self)
  }
}
