import CEBUR128
import CSndFile
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Generated samples like those in people's own files, and a way to write them to files.
struct MadeSound {
  var rate = 44_100
  var channels = 1
  /// Interleaved.
  var samples: [Float]

  static func sine(
    _ frequency: Double = 440, amplitude: Float = 0.3, seconds: Double = 2, rate: Int = 44_100, channels: Int = 1
  ) -> MadeSound {
    let count = Int(seconds * Double(rate))
    let samples = (0..<count).flatMap { index in
      let value = amplitude * Float(sin(2 * .pi * frequency * (Double(index) + 0.5) / Double(rate) + 1))
      return [Float](repeating: value, count: channels)
    }
    return MadeSound(rate: rate, channels: channels, samples: samples)
  }

  static func silence(seconds: Double = 2) -> MadeSound {
    MadeSound(samples: [Float](repeating: 0, count: Int(seconds * 44_100)))
  }

  /// Returns two seconds of a sine at 8 kHz between silences given in seconds.
  static func sine(silentBefore before: Int, after: Int) -> MadeSound {
    let sound = sine(rate: 8000)
    func silence(_ seconds: Int) -> [Float] { [Float](repeating: 0, count: seconds * 8000) }
    return MadeSound(rate: 8000, samples: silence(before) + sound.samples + silence(after))
  }

  /// Returns quiet noise with a loud crack four times a second, so that its peaks far exceed its perceived loudness.
  static func cracks(seconds: Double = 3) -> MadeSound {
    var random = SystemRandomNumberGenerator()
    let samples = (0..<Int(seconds * 44_100)).map { index in
      let noise = Float.random(in: -0.15...0.15, using: &random)
      return index % 11_025 < 20 ? (index % 2 == 0 ? 0.9 : -0.9) : noise
    }
    return MadeSound(samples: samples)
  }

  enum Kind: CaseIterable {
    case wav, floatWAV, flac, vorbis, opus, mp3, aiff

    var format: Int {
      switch self {
      case .wav: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_PCM_16)
      case .floatWAV: Int(SF_FORMAT_WAV) | Int(SF_FORMAT_FLOAT)
      case .flac: Int(SF_FORMAT_FLAC) | Int(SF_FORMAT_PCM_16)
      case .vorbis: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_VORBIS)
      case .opus: Int(SF_FORMAT_OGG) | Int(SF_FORMAT_OPUS)
      case .mp3: Int(SF_FORMAT_MPEG) | Int(SF_FORMAT_MPEG_LAYER_III)
      case .aiff: Int(SF_FORMAT_AIFF) | Int(SF_FORMAT_PCM_16)
      }
    }
  }

  func write(_ kind: Kind, to path: String, title: String? = nil) throws {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(kind.format)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info), "\(String(cString: sf_strerror(nil)))")
    defer { sf_close(file) }
    if let title { #expect(sf_set_string(file, Int32(SF_STR_TITLE), title) == 0) }
    // The Vorbis encoder needs stack space for everything it is given at once, so write in pieces.
    for start in stride(from: 0, to: samples.count, by: 4096 * channels) {
      let piece = Array(samples[start..<min(samples.count, start + 4096 * channels)])
      try #require(sf_write_float(file, piece, sf_count_t(piece.count)) == piece.count)
    }
  }

  func wave() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try write(.wav, to: folder.path + "/a.wav")
    return try Descriptor.contents(of: folder.path + "/a.wav", limit: 1 << 22)
  }
}

/// A prepared sound, read back without the code that wrote it.
struct ReadBack {
  let samples: [Float]

  init(_ path: String) throws {
    var info = SF_INFO()
    let file = try #require(sf_open(path, Int32(SFM_READ), &info))
    defer { sf_close(file) }
    #expect(info.format == Int32(MadeSound.Kind.wav.format))
    #expect(info.samplerate == 48_000 && info.channels == 1)
    var samples = [Float](repeating: 0, count: Int(info.frames))
    try #require(sf_read_float(file, &samples, info.frames) == info.frames)
    self.samples = samples
  }

  /// Measures three repetitions, so that the joints of the loop count too.
  private func measured(
    _ mode: UInt32, _ read: (UnsafeMutablePointer<ebur128_state>, UnsafeMutablePointer<Double>) -> Int32
  ) throws -> Double {
    var state: UnsafeMutablePointer<ebur128_state>? = ebur128_init(1, 48_000, Int32(mode))
    defer { ebur128_destroy(&state) }
    for _ in 0..<3 { try #require(ebur128_add_frames_float(state, samples, samples.count) == 0) }
    var value = 0.0
    _ = read(try #require(state), &value)
    return value
  }

  /// In LUFS.
  var loudness: Double {
    get throws { try measured(EBUR128_MODE_I.rawValue) { ebur128_loudness_global($0, $1) } }
  }

  /// In dBTP.
  var truePeak: Double {
    get throws { 20 * log10(try measured(EBUR128_MODE_TRUE_PEAK.rawValue) { ebur128_true_peak($0, 0, $1) }) }
  }

  /// The largest second difference at the joint and in the rest. A click shows as a bend sharper than all others.
  var bends: (joint: Float, rest: Float) {
    func bend(_ index: Int) -> Float {
      let count = samples.count
      return abs(samples[(index - 1 + count) % count] - 2 * samples[index % count] + samples[(index + 1) % count])
    }
    let joint = (samples.count - 3..<samples.count + 3).map(bend).max() ?? 0
    let rest = (10..<samples.count - 10).map(bend).max() ?? 0
    return (joint, rest)
  }
}

extension SoundProgram {
  static var built: SoundProgram { SoundProgram(path: Files.builtPrograms + "/rouse-sound") }
}

/// People's own sounds in a temporary folder, watched until the rig is released.
final class OwnSoundRig: Sendable {
  let folder: TemporaryFolder
  let time = ManualTime(morning)
  let events: EventLog
  let shelf = SoundShelf()
  let ownSounds: OwnSoundStore
  private let run: Task<Void, Never>

  init() async throws {
    folder = try TemporaryFolder()
    events = EventLog(time: time, log: try quietLog())
    let ownSounds = try OwnSoundStore(
      stateFolder: folder.path, program: .built, shelf: shelf, events: events, time: time)
    self.ownSounds = ownSounds
    run = Task { await ownSounds.run() }
    try #require(await eventually { DurableFile.exists(ownSounds.folder.preparedFolder) })
  }

  deinit { run.cancel() }

  func stop() async {
    run.cancel()
    await run.value
  }

  var sounds: String { ownSounds.folder.path }

  /// Waits until exactly these of people's sounds can be played. Triggers no look, so the watch must notice the change.
  func untilPrepared(_ ids: String..., of: SourceLocation = #_sourceLocation) async throws {
    let ids = ids.sorted()
    try #require(
      await eventually { shelf.own.filter(\.available).map(\.id).sorted() == ids }, "\(shelf.own)", sourceLocation: of)
    try #require(
      await eventually {
        ownSounds.folder.remembered().filter(\.isAvailable).map(\.id).sorted() == ids
          && ids.allSatisfy(ownSounds.folder.holdsPrepared)
      }, sourceLocation: of)
    #expect(await ownSounds.lookAgain() == nil, sourceLocation: of)
  }
}

extension SoundShelf {
  var own: [SoundView] { views.filter { $0.category == "own" } }
}
