import Hardware

extension CardReader {
  /// The codes in successive frames of one scene, oldest first: in the mean of the newest eight and of the newest four, in
  /// which there is less noise, then in every frame, until one of them reads a code.
  public func read(burst frames: [GrayFrame]) throws(SetupError) -> [Sighting] {
    for count in [8, 4] where frames.count > count / 2 {
      guard let mean = AlignedMean.of(frames.suffix(count)) else { continue }
      let sightings = try read(mean)
      if !sightings.isEmpty { return sightings }
    }
    for frame in frames {
      let sightings = try read(frame)
      if !sightings.isEmpty { return sightings }
    }
    return []
  }
}
