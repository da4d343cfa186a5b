import CALSA
import Glibc
import Hardware

/// A stream of mono samples on an open PCM that counts the played frames.
struct PCMStream: ~Copyable {
  private let handle: PCMHandle
  private let parameters: PCMHandle.Parameters
  /// Frames that the device accepted.
  private var queued = 0
  /// The accepted frames that were lost in the buffer.
  private var unheard = 0
  /// Frames that left the device's buffers.
  private(set) var played = 0
  /// The last accepted samples, at least one buffer's worth once that many were written.
  private var recent: [Float]
  /// A fade from 1 to 0 in 20 ms, computed in advance so that closing is fast.
  private let fade: [Float]

  init(on card: ALSACard) throws(HardwareError) {
    let opened = try PCMHandle(opening: card)
    parameters = try opened.setUp()
    handle = opened
    recent = []
    fade = Self.fade(over: Int(parameters.rate) / 50)
  }

  var rate: Int { Int(parameters.rate) }

  /// Writes and counts samples that fit without waiting. Throws ENODEV for a removed card, ESTRPIPE after suspending.
  mutating func write(_ samples: ArraySlice<Float>) throws(HardwareError) -> Int {
    try check()
    let taken = try hand(over: parameters.format.encode(samples, channels: Int(parameters.channels)))
    queued += taken
    let size = Int(parameters.bufferSize)
    recent += samples.prefix(taken).suffix(size)
    // Trims rarely, because trimming moves the remaining samples.
    if recent.count > 4 * size { recent.removeFirst(recent.count - size) }
    if let waiting = try waiting() {
      played = max(played, queued - unheard - max(0, waiting.inBuffer, waiting.inAll))
    }
    return taken
  }

  private var operation: String { "playing on \(handle.name)" }
  private var frameSize: Int { parameters.format.byteCount * Int(parameters.channels) }

  /// Writes whole frames in the device's format, and returns how many the device accepted.
  private func hand(over bytes: [UInt8]) throws(HardwareError) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let taken = bytes.withUnsafeBytes { bytes in
      snd_pcm_writei(handle.pointer, bytes.baseAddress, snd_pcm_uframes_t(bytes.count / frameSize))
    }
    // The buffer is full, or has run dry since `check`; the next call handles that.
    guard taken != -Int(EAGAIN), taken != -Int(EPIPE) else { return 0 }
    return try ALSALibrary.check(taken, operation)
  }

  /// Throws unless the device can continue; recovers from an underrun.
  private mutating func check() throws(HardwareError) {
    let state = snd_pcm_state(handle.pointer)
    switch state {
    case SND_PCM_STATE_PREPARED, SND_PCM_STATE_RUNNING: return
    case SND_PCM_STATE_XRUN: try recover()
    case SND_PCM_STATE_DISCONNECTED: throw HardwareError(.speaker, operation, code: ENODEV)
    case SND_PCM_STATE_SUSPENDED: throw HardwareError(.speaker, operation, code: ESTRPIPE)
    default:
      // For a removed card, libasound may return a negative errno instead of a state.
      let code = Int32(truncatingIfNeeded: state.rawValue)
      throw HardwareError(.speaker, operation, code: code < 0 ? -code : EBADFD)
    }
  }

  /// Continues after an underrun, however often. The likely cause is that this process was late, and reopening would
  /// turn a click into an outage. If the device is at fault, its position does not advance, which the caller notices.
  private mutating func recover() throws(HardwareError) {
    // Drivers report a failed transfer the same way, so the buffer may still hold frames; count those as lost.
    played = max(played, queued - unheard - max(0, Int(parameters.bufferSize) - (try available())))
    unheard = queued - played
    try ALSALibrary.check(snd_pcm_prepare(handle.pointer), operation)
  }

  /// Returns the free frames in the ring buffer in any device state.
  private func available() throws(HardwareError) -> Int {
    var allocated: OpaquePointer?
    try ALSALibrary.check(snd_pcm_status_malloc(&allocated), operation)
    defer { snd_pcm_status_free(allocated) }
    try ALSALibrary.check(snd_pcm_status(handle.pointer, allocated), operation)
    return Int(snd_pcm_status_get_avail(allocated))
  }

  /// Returns the unplayed frames in the ring buffer, and with the hardware behind it; `nil` if not running or just dry.
  private func waiting() throws(HardwareError) -> (inBuffer: Int, inAll: Int)? {
    guard snd_pcm_state(handle.pointer) == SND_PCM_STATE_RUNNING else { return nil }
    var available = 0
    var delay = 0
    let result = snd_pcm_avail_delay(handle.pointer, &available, &delay)
    guard result != -EPIPE else { return nil }
    try ALSALibrary.check(result, operation)
    return (Int(parameters.bufferSize) - available, delay)
  }
}

extension PCMStream {
  /// Fades out: takes back unplayed samples, writes 20 ms of them again with a fade, and waits until they are played or
  /// the deadline passes. Does nothing if the device is not playing or cannot take samples back.
  mutating func fadeOut(before deadline: SuspendingClock.Instant) throws(HardwareError) {
    // Leaves 10 ms that the device may play in the meantime. A device that reports its position once per period may be
    // a period further than it says.
    let margin = parameters.isCoarse ? Int(parameters.periodSize) + rate / 200 : rate / 100
    let silence = rate / 25
    var lead = margin
    repeat {
      guard let before = try waiting() else { return }
      let count = min(before.inBuffer - lead, recent.count)
      guard count > 0, snd_pcm_rewindable(handle.pointer) >= count else { return }
      // Silence follows because a device that runs dry may repeat the old content of its buffer.
      let bytes =
        parameters.format.encode(faded(recent.suffix(count))[...], channels: Int(parameters.channels))
        + [UInt8](repeating: 0, count: silence * frameSize)
      // If encoding took too long on a busy machine, retry with more time.
      guard let now = try waiting() else { return }
      guard now.inBuffer - count >= margin / 2 else {
        lead *= 2
        continue
      }
      guard snd_pcm_rewind(handle.pointer, snd_pcm_uframes_t(count)) == count else { return }
      let rest = try hand(over: bytes) - (bytes.count / frameSize - silence)
      while let waiting = try waiting(), max(waiting.inBuffer, waiting.inAll) > rest, SuspendingClock.now < deadline {
        poll(nil, 0, 2)
      }
      return
    } while SuspendingClock.now < deadline
  }

  /// Applies the fade to the first samples, shortened if there are fewer than the fade has.
  private func faded(_ samples: ArraySlice<Float>) -> [Float] {
    var faded = Array(samples.prefix(fade.count))
    for index in faded.indices { faded[index] *= fade[(index + 1) * fade.count / faded.count - 1] }
    return faded
  }

  /// Returns this many factors of a raised cosine, ending at 0; it does not click wherever in a wave it begins.
  static func fade(over count: Int) -> [Float] {
    (0..<count).map { Float(0.5 + 0.5 * cos(.pi * Double($0 + 1) / Double(count))) }
  }
}
