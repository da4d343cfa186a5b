import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// A clock with the user's own sounds.
struct SoundPlace {
  let rig: LedgerRig
  var folder: TemporaryFolder { rig.folder }

  init(adding files: String...) async throws {
    rig = try await LedgerRig()
    for file in files { try await add(file) }
  }

  var sounds: OwnSoundStore { rig.ownSounds }

  /// Does the same as `rouse sound add`.
  @discardableResult
  func add(_ file: String, _ sound: MadeSound = .sine(seconds: 1), as name: String? = nil) async throws -> OwnSound {
    let bytes = try sound.wave()
    let number = try await sounds.begin(fileName: file, name: name, size: bytes.count)
    try await sounds.take(number, bytes)
    return try await sounds.finish(number)
  }

  func bytes(_ file: String) throws -> [UInt8] {
    try Descriptor.contents(of: sounds.folder.path + "/" + file, limit: 1 << 22)
  }

  var own: [String: String] {
    get async { Dictionary(await sounds.sounds.map { ($0.file, $0.id) }) { first, _ in first } }
  }

  /// The contents of all original and prepared sound files, by path.
  var files: [String: [UInt8]] {
    get throws {
      var all: [String: [UInt8]] = [:]
      for base in [sounds.folder.path, sounds.folder.preparedFolder] {
        for name in DurableFile.names(in: base) where SoundFolder.stamp(of: base + "/" + name) != nil {
          all[base + "/" + name] = try Descriptor.contents(of: base + "/" + name, limit: 1 << 22)
        }
      }
      return all
    }
  }

  /// Returns the bytes that `rouse backup` writes.
  func copy() async throws -> [UInt8] {
    var bytes = try await RestoreTests.bytes(rig)
    let outgoing = try OutgoingSounds(sounds.shelf, minimal: nil)
    let size = bytes.count + outgoing.size
    try await outgoing.send(5000) { bytes += $0 }
    #expect(bytes.count == size)
    return bytes
  }

  /// Returns the error of a refused restore, and expects everything unchanged.
  func refusal(of bytes: [UInt8]) async throws -> ControlError {
    let before = (try files, await own, rig.views.all.map(\.id))
    let error = try await #require(throws: ControlError.self) { try await RestoreTests.restore(bytes, rig) }
    #expect(try files == before.0)
    #expect(await own == before.1)
    #expect(rig.views.all.map(\.id) == before.2)
    #expect(!DurableFile.exists(sounds.folder.restoreFolder))
    #expect(!DurableFile.exists(sounds.folder.preparedFolder + "/unfinished"))
    #expect(!folder.names.contains("restore"))
    #expect(!error.why.isEmpty && error.why.count < 500)
    return error
  }
}

extension MadeSound {
  /// Returns the sound as a WAV file.
  func wave() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try write(.wav, to: folder.path + "/a.wav")
    return try Descriptor.contents(of: folder.path + "/a.wav", limit: 1 << 22)
  }
}
