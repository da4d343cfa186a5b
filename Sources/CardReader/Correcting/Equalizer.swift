/// Undoes blur with a linear filter over each module's neighbors, fitted to the known modules by least squares.
///
/// Blur, smear or a slightly misplaced grid mixes each module with its neighbors alike everywhere. So a filter that
/// restores the over 100 known modules of the function patterns restores the others too, as with a receiver's preamble.
struct Equalizer {
  private let samples: ModuleSamples
  private let modules: Int
  /// The neighbors used by the filter, as offsets in `samples.values`.
  private let taps: [Int]

  init(_ samples: ModuleSamples, modules: Int, radius: Int) {
    self.samples = samples
    self.modules = modules
    taps = (-radius...radius).flatMap { y in (-radius...radius).map { x in y * samples.side + x } }
  }

  /// Returns how dark each module is, about -1…1. In `truth`, 1 is dark, -1 light, 0 unknown; others weigh less.
  func restored(by truth: [Float]) -> [Float] {
    let size = taps.count + 1
    var matrix = [Float](repeating: 0, count: size * size)
    var right = [Float](repeating: 0, count: size)
    var row = [Float](repeating: 1, count: size)
    var total: Float = 0
    for index in truth.indices where truth[index] != 0 {
      let weight = abs(truth[index])
      let wanted: Float = truth[index] > 0 ? 1 : -1
      gather(index, into: &row)
      total += weight
      for i in 0..<size {
        let weighted = row[i] * weight
        right[i] += weighted * wanted
        for j in 0...i { matrix[i * size + j] += weighted * row[j] }
      }
    }
    // Ridge regression, so that a filter from few known modules does not fit noise.
    for i in 0..<size { matrix[i * size + i] += 0.001 * total }
    let filter = Self.solved(matrix, right, size: size)
    return truth.indices.map { index in
      gather(index, into: &row)
      var sum: Float = 0
      for i in 0..<size { sum += filter[i] * row[i] }
      return sum
    }
  }

  private func gather(_ index: Int, into row: inout [Float]) {
    let (x, y) = (index % modules + ModuleSamples.margin, index / modules + ModuleSamples.margin)
    let at = y * samples.side + x
    for tap in taps.indices { row[tap] = samples.values[at + taps[tap]] }
  }

  /// Solves a symmetric positive definite system, given its lower half, by Cholesky decomposition.
  private static func solved(_ matrix: [Float], _ right: [Float], size: Int) -> [Float] {
    var l = matrix
    var x = right
    for i in 0..<size {
      for j in 0...i {
        var sum = l[i * size + j]
        for k in 0..<j { sum -= l[i * size + k] * l[j * size + k] }
        l[i * size + j] = i == j ? max(sum, 1e-9).squareRoot() : sum / l[j * size + j]
      }
      var sum = x[i]
      for k in 0..<i { sum -= l[i * size + k] * x[k] }
      x[i] = sum / l[i * size + i]
    }
    for i in (0..<size).reversed() {
      var sum = x[i]
      for k in i + 1..<size { sum -= l[k * size + i] * x[k] }
      x[i] = sum / l[i * size + i]
    }
    return x
  }
}
