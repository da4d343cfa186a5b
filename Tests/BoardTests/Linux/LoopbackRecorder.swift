import CALSA
import Glibc
import Testing

/// Records what is played on the loopback card, as stereo floats.
final class LoopbackRecorder {
  private let pcm: OpaquePointer

  /// - Parameter rate: The rate of the stream that is already open.
  init(rate: Int) throws {
    var opened: OpaquePointer?
    try #require(
      snd_pcm_open(&opened, "plughw:CARD=Loopback,DEV=1,SUBDEV=0", SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) == 0)
    pcm = try #require(opened)
    // The capture side must match the player. During the player's setup this fails with EINVAL, or with EIO between the
    // calls.
    var code = -EINVAL
    for _ in 0..<50 where code == -EINVAL || code == -EIO {
      code = snd_pcm_set_params(
        pcm, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(rate), 1, 1_000_000)
      if code == 0 { code = snd_pcm_start(pcm) }
      if code != 0 { usleep(100_000) }
    }
    try #require(code == 0, "recording cannot begin: \(String(cString: snd_strerror(code)))")
  }

  deinit { snd_pcm_close(pcm) }

  /// Returns the samples since the last call, left and right alternating.
  func read() throws -> [Float] {
    var samples = [Float](repeating: 0, count: 19_200)
    let frames = snd_pcm_readi(pcm, &samples, snd_pcm_uframes_t(samples.count / 2))
    if frames == -Int(EAGAIN) { return [] }
    if frames == -Int(EPIPE) {
      // The player has stopped or restarted.
      try #require(snd_pcm_prepare(pcm) == 0 && snd_pcm_start(pcm) == 0)
      return []
    }
    try #require(frames >= 0, "recording has failed: \(String(cString: snd_strerror(Int32(frames))))")
    return Array(samples.prefix(frames * 2))
  }

  func readLeft() throws -> [Float] {
    let samples = try read()
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }
}
