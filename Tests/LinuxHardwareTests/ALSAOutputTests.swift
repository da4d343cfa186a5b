import Glibc
import Hardware
import LinuxHardware
import TestSupport
import Testing

/// Uses PCMs of libasound that need no card. The virtual board tests those with hardware.
@Suite struct ALSAOutputTests {
  let stream = AudioStream(sound: "tone", volume: 50, setsMixer: true)

  @Test func openingTouchesADeviceAndCreatingDoesNot() {
    let output = ALSAOutput(ALSACard(card: "nosuchplugin:x"))
    #expect(throws: HardwareError.self) { try output.play([0]) }
    output.close()
    let error = #expect(throws: HardwareError.self) { try output.open(stream) }
    #expect(error?.operation == "opening nosuchplugin:x")
    #expect(throws: HardwareError.self) { try output.play([0]) }
  }

  @Test func playingIsForAnOpenStream() throws {
    let output = ALSAOutput(ALSACard(card: "plug:null"))
    #expect(throws: HardwareError(.speaker, "playing on plug:null while closed", code: EBADFD)) {
      try output.play([0])
    }
    for _ in 1...2 {
      #expect(try output.open(stream).rate == 48_000)
      #expect((0...960).contains(try output.play([Float](repeating: 0.5, count: 960))))
      #expect(try output.open(stream).rate == 48_000)
      #expect((0...10).contains(try output.play([Float](repeating: 0.5, count: 10))), "the count starts at an opening")
      output.close()
      output.close()
      #expect(throws: HardwareError.self) { try output.play([0]) }
    }
  }

  @Test func nothingToPlayIsPlayedAtOnce() throws {
    let output = ALSAOutput(ALSACard(card: "plug:null"))
    _ = try output.open(stream)
    #expect(try output.play([]) == 0)
  }

  @Test func everySampleArrivesOnceInOrderOnBothChannels() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pcm"
    let descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600)
    #expect(descriptor >= 0)
    defer {
      Glibc.close(descriptor)
      withExtendedLifetime(folder) {}
    }
    let output = ALSAOutput(ALSACard(card: "file:FILE=\(path),FORMAT=raw"))
    _ = try output.open(stream)
    var sent: [Float] = []
    for chunk in 0..<50 {
      let samples = (0..<960).map { Float(chunk * 960 + $0) / 48_000 - 0.5 }
      let played = try output.play(samples)
      sent += samples
      #expect((0...sent.count).contains(played))
    }
    output.close()
    var bytes = [UInt8](repeating: 0, count: 48_000 * 2 * 4 + 1)
    let count = read(descriptor, &bytes, bytes.count)
    // The null device behind the file takes 32-bit samples.
    #expect(count == sent.count * 2 * 4)
    let values = bytes.withUnsafeBytes { raw in
      (0..<max(0, count) / 4).map { Int32(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)) }
    }
    let expected = sent.flatMap { sample in
      let value = Int32((Double(sample) * 2_147_483_647).rounded())
      return [value, value]
    }
    #expect(values == expected)
  }
}
