import Hardware

extension GrayFrame {
  /// Returns a frame of the same size; each gray is made from its place and the old gray, and cut to 0…255.
  public func redrawn(_ grey: (_ x: Int, _ y: Int, _ old: Int) -> Int) -> GrayFrame {
    let pixels = pixels.enumerated().map { index, old in
      UInt8(max(0, min(255, grey(index % width, index / width, Int(old)))))
    }
    return GrayFrame(width: width, height: height, pixels: pixels) ?? self
  }

  public func inverted() -> GrayFrame { redrawn { _, _, old in 255 - old } }

  /// Adds uniform noise of up to `amplitude` gray levels either way.
  public func noisy(_ amplitude: Int, seed: UInt64) -> GrayFrame {
    var state = seed
    return redrawn { _, _, old in
      // Knuth's MMIX generator; its high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return old + Int(state >> 33) % (2 * amplitude + 1) - amplitude
    }
  }
}
