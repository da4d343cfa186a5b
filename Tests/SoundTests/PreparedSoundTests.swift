import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite final class PreparedSoundTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/sound" }

  init() throws { folder = try TemporaryFolder() }

  /// Returns a file with these samples, as `rouse-sound` writes it.
  private func file(_ samples: [Int16]) throws -> [UInt8] {
    try #require(WAVHeader(frames: samples.count)).bytes
      + samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private func play(_ samples: [Int16], rate: Int = 48_000, _ count: Int) throws -> [Float] {
    try Files.write(try file(samples), to: path)
    var sound = try PreparedSound(path: path, rate: rate)
    var played: [Float] = []
    while played.count < count { played += try sound.next(min(count - played.count, 1 + played.count % 97)) }
    return played
  }

  @Test func theHeaderIsThatOfAWAVFileAndNoneHasNoSampleOrTooMany() throws {
    let header = try #require(WAVHeader(frames: 0x01_0203))
    #expect(
      header.bytes == [
        0x52, 0x49, 0x46, 0x46, 0x2A, 0x04, 0x02, 0x00, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 0x10, 0, 0, 0,
        1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 0x06, 0x04, 0x02, 0x00,
      ])
    #expect(WAVHeader(header.bytes) == header)
    #expect(WAVHeader(frames: 0) == nil)
    #expect(WAVHeader(frames: 600 * 48_000) != nil)
    #expect(WAVHeader(frames: 600 * 48_000 + 1) == nil)
  }

  @Test(arguments: [1, 2, 3, 5, 10_007])
  func atItsOwnRateALoopOfAnyLengthIsPlayedSampleBySampleOverAndOver(count: Int) throws {
    let samples = (0..<count).map { Int16(truncatingIfNeeded: ($0 + 1) * 7919) }
    let played = try play(samples, 25_000)
    #expect(played == (0..<25_000).map { Float(samples[$0 % count]) / 32_768 })
  }

  /// Whole periods of 1 kHz in a loop.
  @Test(arguments: [8000, 22_050, 44_100, 96_000])
  func atAnotherRateItSoundsTheSame(rate: Int) throws {
    let samples = (0..<4800).map { Int16((20_000 * sin(2 * .pi * 1000 * Double($0) / 48_000)).rounded()) }
    let played = try play(samples, rate: rate, rate)
    for (index, sample) in played.enumerated() {
      let expected = 20_000 / 32_768 * sin(2 * .pi * 1000 * Double(index) / Double(rate))
      // The first sample has none before it.
      try #require(abs(Double(sample) - expected) < (index < 4 ? 0.1 : 0.002), "sample \(index)")
    }
  }

  @Test func aDamagedHeaderIsRefused() throws {
    let whole = try file([Int16](repeating: 1, count: 100))
    for index in 0..<WAVHeader.length {
      var changed = whole
      changed[index] ^= 1
      try Files.write(changed, to: path)
      #expect(throws: PreparedSound.Failure.damaged, "byte \(index)") { try PreparedSound(path: path, rate: 48_000) }
    }
    for bytes in [[], Array(whole[..<43]), Array(whole[..<44]), Array(whole.dropLast()), whole + [0]] {
      try Files.write(bytes, to: path)
      #expect(throws: PreparedSound.Failure.damaged) { try PreparedSound(path: path, rate: 48_000) }
    }
  }

  @Test func whatIsNoFileOfItsOwnIsRefused() throws {
    unlink(path)
    #expect(throws: PreparedSound.Failure.unreadable(ENOENT)) { try PreparedSound(path: path, rate: 48_000) }
    try #require(symlink("/etc/hostname", path) == 0)
    #expect(throws: PreparedSound.Failure.unreadable(ELOOP)) { try PreparedSound(path: path, rate: 48_000) }
    #expect(throws: (any Error).self) { try PreparedSound(path: "/tmp", rate: 48_000) }
  }

  @Test func aFileThatShrinksWhileItPlaysIsToldAndKillsNobodyAndOneThatIsRemovedPlaysOn() throws {
    try Files.write(try file([Int16](repeating: 1000, count: 100_000)), to: path)
    var sound = try PreparedSound(path: path, rate: 48_000)
    #expect(try sound.next(1000).count == 1000)
    try #require(truncate(path, 30_000) == 0)
    #expect(throws: PreparedSound.Failure.damaged) { try sound.next(100_000) }
    try Files.write(try file([Int16](repeating: 1000, count: 100_000)), to: path)
    sound = try PreparedSound(path: path, rate: 48_000)
    unlink(path)
    #expect(try sound.next(250_000).count == 250_000)
  }
}
