import CALSA
import Glibc
import Hardware

struct PCMHandle: ~Copyable {
  let pointer: OpaquePointer
  let name: String

  /// Throws EBUSY at once if another program holds the device.
  init(opening card: ALSACard) throws(HardwareError) {
    ALSALibrary.prepare()
    let name = card.pcmName
    var opened: OpaquePointer?
    // Stays non-blocking: a blocking write to a stalled device would never return.
    let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard result >= 0, let opened else {
      throw card.openingError(name, code: result < 0 ? -result : EIO)
    }
    (pointer, self.name) = (opened, name)
  }

  deinit {
    // Both release the device even if they report an error, as they do for a removed card.
    snd_pcm_drop(pointer)
    snd_pcm_close(pointer)
  }

  struct Parameters {
    var format = SampleFormat.s16
    var channels: UInt32 = 2
    /// Frames per second; the sizes below are in frames.
    var rate: UInt32 = 48_000
    var periodSize: snd_pcm_uframes_t = 0
    var bufferSize: snd_pcm_uframes_t = 0
    /// Whether the device reports its position only once per period.
    var isCoarse = false
  }

  /// Negotiates 48 kHz, 20 ms periods and a 150 ms buffer, or nearly. Stereo, because mono may use only one speaker.
  func setUp() throws(HardwareError) -> Parameters {
    let operation = "setting up \(name)"
    func check(_ code: Int32, _ part: String = "") throws(HardwareError) {
      try ALSALibrary.check(code, operation + part)
    }
    var allocated: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&allocated))
    defer { snd_pcm_hw_params_free(allocated) }
    let space = allocated
    try check(snd_pcm_hw_params_any(pointer, space))
    // The sounds are generated at the hardware's rate; resampling in libasound would be worse.
    try check(snd_pcm_hw_params_set_rate_resample(pointer, space, 0))
    try check(snd_pcm_hw_params_set_access(pointer, space, SND_PCM_ACCESS_RW_INTERLEAVED), ": interleaved samples")
    var parameters = Parameters()
    let format = SampleFormat.allCases.first { snd_pcm_hw_params_test_format(pointer, space, $0.alsa) == 0 }
    guard let format else { throw HardwareError(.speaker, "\(operation): 16, 24 or 32 bit samples", code: EINVAL) }
    parameters.format = format
    try check(snd_pcm_hw_params_set_format(pointer, space, format.alsa), ": \(format)")
    try check(snd_pcm_hw_params_set_channels_near(pointer, space, &parameters.channels), ": channels")
    try check(snd_pcm_hw_params_set_rate_near(pointer, space, &parameters.rate, nil), ": rate")
    parameters.periodSize = snd_pcm_uframes_t(parameters.rate / 50)
    try check(snd_pcm_hw_params_set_period_size_near(pointer, space, &parameters.periodSize, nil), ": period")
    parameters.bufferSize = snd_pcm_uframes_t(parameters.rate * 3 / 20)
    try check(snd_pcm_hw_params_set_buffer_size_near(pointer, space, &parameters.bufferSize), ": buffer")
    try check(snd_pcm_hw_params(pointer, space))
    parameters.isCoarse = snd_pcm_hw_params_is_batch(space) == 1
    guard parameters.rate > 0, parameters.channels > 0, parameters.bufferSize > 0 else {
      throw HardwareError(.speaker, operation, code: EINVAL)
    }
    try setSoftwareParameters(parameters)
    return parameters
  }

  private func setSoftwareParameters(_ parameters: Parameters) throws(HardwareError) {
    let operation = "setting up when \(name) starts"
    var allocated: OpaquePointer?
    try ALSALibrary.check(snd_pcm_sw_params_malloc(&allocated), operation)
    defer { snd_pcm_sw_params_free(allocated) }
    try ALSALibrary.check(snd_pcm_sw_params_current(pointer, allocated), operation)
    // Starts nearly full, so that even the second write may be late by almost a whole buffer.
    let start = max(1, parameters.bufferSize - min(parameters.bufferSize, parameters.periodSize))
    try ALSALibrary.check(snd_pcm_sw_params_set_start_threshold(pointer, allocated, start), operation)
    try ALSALibrary.check(snd_pcm_sw_params(pointer, allocated), operation)
  }
}
