import CSampleRate
import Sound

struct Resampler: ~Copyable {
  /// `nil` if the rates are equal.
  private let state: OpaquePointer?
  private let ratio: Double
  private var output: [Float]

  init(from rate: Int) throws(SoundRefusal) {
    var converter: OpaquePointer?
    if rate != SoundPreparation.rate {
      var code: Int32 = 0
      // A signal-to-noise ratio of 97 dB at a third of the cost of the better converters, for small boards.
      converter = src_new(Int32(SRC_SINC_FASTEST), 1, &code)
      guard converter != nil else { throw .unusual }
    }
    state = converter
    ratio = Double(SoundPreparation.rate) / Double(rate)
    output = [Float](repeating: 0, count: 16_384)
  }

  deinit { if let state { src_delete(state) } }

  mutating func resample(_ samples: [Float], isLast: Bool) throws(SoundRefusal) -> [Float] {
    guard let state else { return samples }
    var result: [Float] = []
    var used = 0
    while true {
      var data = SRC_DATA()
      data.src_ratio = ratio
      data.end_of_input = isLast ? 1 : 0
      data.input_frames = samples.count - used
      data.output_frames = output.count
      let code = samples.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          data.data_in = input.baseAddress.map { $0 + used }
          data.data_out = output.baseAddress
          return src_process(state, &data)
        }
      }
      guard code == 0 else { throw .damaged }
      used += data.input_frames_used
      result += output[..<data.output_frames_gen]
      if used == samples.count, data.output_frames_gen < output.count { return result }
    }
  }
}
