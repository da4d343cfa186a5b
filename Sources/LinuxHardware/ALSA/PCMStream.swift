import CALSA
import Glibc
import Hardware

/// One stream of mono samples to an open PCM, and how much of it has been played.
struct PCMStream: ~Copyable {
  private let handle: PCMHandle
  private let parameters: PCMHandle.Parameters
  /// Frames the device took.
  private var queued = 0
  /// Of these, the ones that were lost in the buffer.
  private var unheard = 0
  /// Frames that left the device's buffers.
  private(set) var played = 0

  init(on card: ALSACard) throws(HardwareError) {
    let opened = try PCMHandle(opening: card)
    parameters = try opened.setUp()
    handle = opened
  }

  /// Frames a second.
  var rate: Int { Int(parameters.rate) }

  /// Hands over what the device has room for, without waiting; returns how many frames it took. Throws ENODEV when the
  /// card was removed, ESTRPIPE when the machine has slept.
  mutating func write(_ samples: ArraySlice<Float>) throws(HardwareError) -> Int {
    try check()
    let taken = try hand(over: samples)
    queued += taken
    try measure()
    return taken
  }

  private var operation: String { "playing on \(handle.name)" }

  private func hand(over samples: ArraySlice<Float>) throws(HardwareError) -> Int {
    guard !samples.isEmpty else { return 0 }
    let bytes = parameters.format.encode(samples, channels: Int(parameters.channels))
    let taken = bytes.withUnsafeBytes { bytes in
      snd_pcm_writei(handle.pointer, bytes.baseAddress, snd_pcm_uframes_t(samples.count))
    }
    // Full; or run dry since `check`, which the next call sees.
    guard taken != -Int(EAGAIN), taken != -Int(EPIPE) else { return 0 }
    return try ALSALibrary.check(taken, operation)
  }

  /// Sees that the device can go on.
  private mutating func check() throws(HardwareError) {
    let state = snd_pcm_state(handle.pointer)
    switch state {
    case SND_PCM_STATE_PREPARED, SND_PCM_STATE_RUNNING: return
    case SND_PCM_STATE_XRUN: try recover()
    case SND_PCM_STATE_DISCONNECTED: throw HardwareError(.speaker, operation, code: ENODEV)
    case SND_PCM_STATE_SUSPENDED: throw HardwareError(.speaker, operation, code: ESTRPIPE)
    default:
      // A card that is gone may answer with a negative errno instead of a state.
      let code = Int32(truncatingIfNeeded: state.rawValue)
      throw HardwareError(.speaker, operation, code: code < 0 ? -code : EBADFD)
    }
  }

  /// Goes on after the buffer ran dry, however often: the likely reason is that this process was late, and a reopening
  /// would turn a click into an outage. A device that is at fault does not advance, which the caller sees.
  private mutating func recover() throws(HardwareError) {
    // Drivers report a failed transfer in the same way, so that the buffer may hold frames still, which count as lost.
    played = max(played, queued - unheard - max(0, Int(parameters.bufferSize) - (try available())))
    unheard = queued - played
    try ALSALibrary.check(snd_pcm_prepare(handle.pointer), operation)
  }

  /// The room in the ring buffer, in whichever state the device is.
  private func available() throws(HardwareError) -> Int {
    var allocated: OpaquePointer?
    try ALSALibrary.check(snd_pcm_status_malloc(&allocated), operation)
    defer { snd_pcm_status_free(allocated) }
    try ALSALibrary.check(snd_pcm_status(handle.pointer, allocated), operation)
    return Int(snd_pcm_status_get_avail(allocated))
  }

  /// Counts what has left both the ring buffer and the hardware behind it. Until the device starts nothing has.
  private mutating func measure() throws(HardwareError) {
    guard snd_pcm_state(handle.pointer) == SND_PCM_STATE_RUNNING else { return }
    var available = 0
    var delay = 0
    let result = snd_pcm_avail_delay(handle.pointer, &available, &delay)
    // Run dry just now, which the next call sees.
    guard result != -EPIPE else { return }
    try ALSALibrary.check(result, operation)
    let inBuffer = Int(parameters.bufferSize) - available
    played = max(played, queued - unheard - max(0, inBuffer, delay))
  }
}
