import Hardware

extension CardReader {
  /// Reads frames of one scene, oldest first. Tries the less noisy means of the newest 8 and 4, then each frame.
  public func read(burst frames: [GrayFrame]) throws(SetupError) -> [Sighting] {
    var refused = RefusedCodes()
    func sightings(in frame: GrayFrame) throws(SetupError) -> [Sighting] {
      guard var scan = FrameScan(frame) else { return [] }
      let read = try everyPass(over: &scan)
      refused.add(scan.refused)
      return read.isEmpty ? [] : refused.beside(read).sightings
    }
    for count in [8, 4] where frames.count > count / 2 {
      guard let mean = AlignedMean.of(frames.suffix(count)) else { continue }
      let sightings = try sightings(in: mean)
      if !sightings.isEmpty { return sightings }
    }
    for frame in frames {
      let sightings = try sightings(in: frame)
      if !sightings.isEmpty { return sightings }
    }
    return refused.beside([]).sightings
  }
}
