import Hardware

extension CardReader {
  /// The codes in successive frames of one scene, oldest first: as live video first, then the mean of the newest eight,
  /// then every frame with every pass, until one of them reads a code.
  public func read(burst frames: [GrayFrame]) throws(SetupError) -> [Sighting] {
    for frame in frames {
      let sightings = try read(frame, with: .rotating)
      if !sightings.isEmpty { return sightings }
    }
    if frames.count > 1, let mean = AlignedMean.of(frames.suffix(8)) {
      let sightings = try read(mean, with: .everyPass)
      if !sightings.isEmpty { return sightings }
    }
    for frame in frames {
      let sightings = try read(frame, with: .everyPass)
      if !sightings.isEmpty { return sightings }
    }
    return []
  }
}
