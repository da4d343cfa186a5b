/// A frame at double, full, half or quarter size, smoothed and thresholded: what codes are looked for in.
///
/// One window suits modules of two to five pixels; the other sizes bring smaller and larger modules to that.
struct Level {
  let size: Size
  let raster: Raster
  let smoothed: Smoothed
  /// Black and white.
  let binary: Raster

  /// The level's pixels to the frame's.
  enum Size: Hashable {
    case double, full, half, quarter

    /// The frame's width divided by the level's.
    var divisor: Float {
      switch self {
      case .double: 0.5
      case .full: 1
      case .half: 2
      case .quarter: 4
      }
    }
  }

  struct Recipe: Hashable {
    let kernel: Smoothed.Kernel
    /// Pixels of the level.
    let window: Int
  }

  /// - Parameter smoothed: `raster` smoothed by the recipe's kernel.
  init(_ raster: Raster, smoothed: Smoothed, size: Size, recipe: Recipe) {
    self.size = size
    self.raster = raster
    self.smoothed = smoothed
    binary = smoothed.thresholded(window: recipe.window)
  }
}
