import CSndFile
import Glibc
import Sound

/// A sound file decoded by libsndfile and mixed to one channel.
struct DecodedFile: ~Copyable {
  let format: SoundFacts.Format
  let rate: Int
  let title: String?
  private let handle: OpaquePointer
  private let channels: Int
  private var buffer: [Float]

  /// Reads an open file from its beginning, and leaves it open.
  init(descriptor: Int32) throws(SoundRefusal) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .notASound }
    var info = SF_INFO()
    guard let handle = sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE)) else { throw .notASound }
    let known: SoundFacts.Format
    do throws(SoundRefusal) {
      known = try Self.format(of: info)
      guard (4000...192_000).contains(info.samplerate), (1...8).contains(info.channels) else { throw .unusual }
      // The file's own claim. If it makes none, samples are counted while decoding.
      let seconds = Double(info.frames) / Double(info.samplerate)
      guard info.frames == sf_count_t.max || seconds <= SoundPreparation.longest else { throw .tooLong }
    } catch {
      sf_close(handle)
      throw error
    }
    format = known
    self.handle = handle
    rate = Int(info.samplerate)
    channels = Int(info.channels)
    title = sf_get_string(handle, Int32(SF_STR_TITLE)).map { String(cString: $0) }
    buffer = [Float](repeating: 0, count: Self.blockFrames * channels)
  }

  deinit { sf_close(handle) }

  private static func format(of info: SF_INFO) throws(SoundRefusal) -> SoundFacts.Format {
    switch Int(info.format) & Int(SF_FORMAT_TYPEMASK) {
    case Int(SF_FORMAT_WAV), Int(SF_FORMAT_WAVEX), Int(SF_FORMAT_RF64): .wav
    case Int(SF_FORMAT_FLAC): .flac
    case Int(SF_FORMAT_OGG): .ogg
    case Int(SF_FORMAT_MPEG): .mp3
    default: throw .otherFormat
    }
  }

  /// Returns the next samples, or an empty array at the end.
  mutating func next() throws(SoundRefusal) -> [Float] {
    let count = Int(sf_readf_float(handle, &buffer, sf_count_t(Self.blockFrames)))
    guard sf_error(handle) == Int32(SF_ERR_NO_ERROR), (0...Self.blockFrames).contains(count) else { throw .damaged }
    var mono = [Float](repeating: 0, count: count)
    for index in mono.indices {
      var sum: Float = 0
      for channel in 0..<channels { sum += buffer[index * channels + channel] }
      mono[index] = sum / Float(channels)
      // A float file may contain anything, including NaN.
      guard abs(mono[index]) <= Self.largestSample else { throw .damaged }
    }
    return mono
  }

  private static let blockFrames = 4096
  /// 60 dB above full scale.
  private static let largestSample: Float = 1000
}
