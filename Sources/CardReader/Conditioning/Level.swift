/// A frame at double, full, half or quarter size, smoothed and thresholded, in which codes are located.
///
/// One window suits modules of two to five pixels; the other sizes bring smaller and larger modules into that range.
struct Level {
  let size: Size
  let raster: Raster
  let smoothed: Smoothed
  let binary: Raster

  enum Size: Float {
    case double = 0.5
    case full = 1
    case half = 2
    case quarter = 4

    var divisor: Float { rawValue }
  }

  struct Recipe: Hashable {
    let kernel: Smoothed.Kernel
    /// In pixels of the level; odd.
    let window: Int
  }
}
