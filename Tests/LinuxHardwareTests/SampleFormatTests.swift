import Testing

@testable import LinuxHardware

@Suite struct SampleFormatTests {
  private static let numbers: [(sample: Float, s16: Int16, s32: Int32)] = [
    (0, 0, 0), (1, 32_767, 2_147_483_647), (-1, -32_767, -2_147_483_647),
    (0.5, 16_384, 1_073_741_824), (-0.5, -16_384, -1_073_741_824), (0.000_030_52, 1, 65_541), (0.000_01, 0, 21_475),
    // Clipped.
    (1.5, 32_767, 2_147_483_647), (-1000, -32_767, -2_147_483_647), (.infinity, 32_767, 2_147_483_647),
    (-.infinity, -32_767, -2_147_483_647),
    (.nan, 0, 0), (-.nan, 0, 0), (.signalingNaN, 0, 0),
  ]

  @Test(arguments: numbers)
  func aSampleBecomesANumberOfTheFormat(sample: Float, s16: Int16, s32: Int32) {
    #expect(Int16(truncatingIfNeeded: SampleFormat.s16.bits(of: sample)) == s16)
    #expect(Int32(bitPattern: SampleFormat.s32.bits(of: sample)) == s32)
  }

  @Test func floatsAreOnlyClipped() {
    let table: [(Float, Float)] = [(0.3, 0.3), (-2, -1), (2, 1), (.nan, 0)]
    for (sample, expected) in table {
      #expect(Float(bitPattern: SampleFormat.float.bits(of: sample)) == expected)
    }
  }

  private static let encodings: [(format: SampleFormat, channels: Int, bytes: [UInt8])] = [
    (.s16, 1, [0x00, 0x40, 0x01, 0x80]),
    (.s16, 2, [0x00, 0x40, 0x00, 0x40, 0x01, 0x80, 0x01, 0x80]),
    (.s24in3, 2, [0x00, 0x00, 0x40, 0x00, 0x00, 0x40, 0x01, 0x00, 0x80, 0x01, 0x00, 0x80]),
    (.s32, 1, [0x00, 0x00, 0x00, 0x40, 0x01, 0x00, 0x00, 0x80]),
    (.float, 1, [0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x80, 0xBF]),
  ]

  @Test(arguments: encodings)
  func everyChannelGetsTheSampleLowestByteFirst(format: SampleFormat, channels: Int, bytes: [UInt8]) {
    let samples: [Float] = [9, 0.5, -1, 9]
    #expect(format.encode(samples[1...2], channels: channels) == bytes)
  }

  @Test func noSamplesAreNoBytes() { #expect(SampleFormat.s16.encode([], channels: 2).isEmpty) }
}
