/// A frame at full, half or quarter size, smoothed and thresholded: what codes are looked for in.
///
/// One window suits modules of two to five pixels; the smaller pictures bring larger modules to that size.
struct Level {
  /// The frame's size divided by the level's: 1, 2 or 4.
  let scale: Int
  let raster: Raster
  let smoothed: Smoothed
  /// Black and white.
  let binary: Raster

  /// How a level is made.
  struct Recipe: Hashable {
    let kernel: Smoothed.Kernel
    /// Pixels of the level.
    let window: Int
  }

  /// - Parameter smoothed: `raster` smoothed by the recipe's kernel.
  init(_ raster: Raster, smoothed: Smoothed, scale: Int, recipe: Recipe) {
    self.scale = scale
    self.raster = raster
    self.smoothed = smoothed
    binary = smoothed.thresholded(window: recipe.window)
  }
}
