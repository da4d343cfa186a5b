/// Undoes blur: a linear filter over each module's neighbours, by least squares over the modules that are known.
///
/// A blurred, smeared or slightly misplaced grid mixes each module with those round it, everywhere alike. The function
/// patterns are some hundred modules whose truth is known; the filter that restores them restores the others too. It is
/// what receivers of data do with a known preamble, in two dimensions.
struct Equalizer {
  private let samples: ModuleSamples
  private let modules: Int
  /// Neighbours that the filter sees, as distances in `samples.values`.
  private let taps: [Int]

  init(_ samples: ModuleSamples, modules: Int, radius: Int) {
    self.samples = samples
    self.modules = modules
    taps = (-radius...radius).flatMap { y in (-radius...radius).map { x in y * samples.side + x } }
  }

  /// How dark each module is, about -1…1, by the filter that suits `truth` best.
  ///
  /// - Parameter truth: for each module 1 dark, -1 light, 0 unknown; values between count less.
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
    // A ridge, so that few known modules do not make a filter that fits noise.
    for i in 0..<size { matrix[i * size + i] += 0.001 * total }
    let filter = Self.solved(matrix, right, size: size)
    return truth.indices.map { index in
      gather(index, into: &row)
      var sum: Float = 0
      for i in 0..<size { sum += filter[i] * row[i] }
      return sum
    }
  }

  /// The samples round a module, and a constant 1 at the end.
  private func gather(_ index: Int, into row: inout [Float]) {
    let (x, y) = (index % modules + ModuleSamples.margin, index / modules + ModuleSamples.margin)
    let at = y * samples.side + x
    for tap in taps.indices { row[tap] = samples.values[at + taps[tap]] }
  }

  /// Solves a symmetric, positive definite system, of which the lower half is given, by Cholesky's factors.
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
