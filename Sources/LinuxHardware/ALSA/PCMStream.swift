import CALSA
import Glibc
import Hardware

/// One stream of mono samples to an open PCM, and how much of it has been played.
struct PCMStream: ~Copyable {
  private let handle: PCMHandle
  private let parameters: PCMHandle.Parameters
  /// Frames the device took.
  private var queued = 0
  /// Of these, the ones that count as played never: they were in the buffer when it ran dry.
  private var unheard = 0
  /// Frames that left the device's buffers.
  private(set) var played = 0
  /// It has run dry since the last frames were played.
  private var hasRunDry = false

  init(on card: ALSACard) throws(HardwareError) {
    let opened = try PCMHandle(opening: card)
    parameters = try opened.setUp()
    handle = opened
  }

  /// Frames a second.
  var rate: Int { Int(parameters.rate) }

  /// Hands over what the device has room for, without waiting; returns how many frames it took. Throws ENODEV when the
  /// card was removed, ESTRPIPE when the machine has slept, EPIPE when it runs dry again and again.
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

  /// Goes on after the buffer ran dry, since the likely reason is that this process was late, and a reopening would turn
  /// a click into an outage. A device that runs dry twice without having played anything meanwhile is reopened after all.
  private mutating func recover() throws(HardwareError) {
    guard !hasRunDry else { throw HardwareError(.speaker, operation, code: EPIPE) }
    hasRunDry = true
    // Whether the rest was heard is not known: drivers report a failed transfer the same way.
    unheard = queued - played
    try ALSALibrary.check(snd_pcm_prepare(handle.pointer), operation)
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
    let now = queued - unheard - max(0, inBuffer, delay)
    if now > played {
      played = now
      hasRunDry = false
    }
  }
}
