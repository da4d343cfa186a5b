/// Redraws a located code upright and black on white, as it must have been printed, so that libzbar reads it.
enum Redrawing {
  /// Offers drawings, each with the code's data words, until `isRead` accepts one. Returns whether one was accepted.
  static func drawings(of code: LocatedCode, in raster: Raster, isRead: (Raster, [UInt8]) -> Bool) -> Bool {
    let map = code.map
    let samples = ModuleSamples(raster, code.projection, modules: map.side, isInverted: code.isInverted)
    let known = map.known.map { Float($0) }
    var values = samples.ofCode
    var truth = known
    let decoder = SoftDecoder(map)
    var radii: ArraySlice<Int> = [1, 1, 2, 2, 2]
    while true {
      for index in values.indices where known[index] != 0 { values[index] = known[index] }
      if let corrected = decoder.decoded(values),
        isRead(picture(corrected.modules, side: map.side), corrected.data)
      {
        return true
      }
      guard let radius = radii.popFirst() else { return false }
      values = Equalizer(samples, modules: map.side, radius: radius).restored(by: truth)
      // Restored modules teach the next filter, weighted by their certainty.
      truth = known.indices.map { known[$0] != 0 ? known[$0] : min(max(values[$0], -1), 1) * 0.8 }
    }
  }

  private static func picture(_ dark: [Bool], side: Int) -> Raster {
    let (module, quiet) = (3, 4)
    let width = (side + 2 * quiet) * module
    var pixels = [UInt8](repeating: 255, count: width * width)
    for y in 0..<side * module {
      let line = (y + quiet * module) * width + quiet * module
      for x in 0..<side * module where dark[y / module * side + x / module] { pixels[line + x] = 0 }
    }
    return Raster(width: width, height: width, pixels: pixels)
  }
}
