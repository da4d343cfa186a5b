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
  /// The last samples that the device took, at least as many as its buffer holds once there were so many.
  private var recent: [Float]
  /// From 1 to 0 in 20 ms, made beforehand for the moment when it counts.
  private let fade: [Float]

  init(on card: ALSACard) throws(HardwareError) {
    let opened = try PCMHandle(opening: card)
    parameters = try opened.setUp()
    handle = opened
    recent = []
    fade = Self.fade(over: Int(parameters.rate) / 50)
  }

  /// Frames a second.
  var rate: Int { Int(parameters.rate) }

  /// Hands over what the device has room for, without waiting; returns how many frames it took. Throws ENODEV when the
  /// card was removed, ESTRPIPE when the machine has slept.
  mutating func write(_ samples: ArraySlice<Float>) throws(HardwareError) -> Int {
    try check()
    let taken = try hand(over: samples)
    queued += taken
    remember(samples.prefix(taken))
    try measure()
    return taken
  }

  private var operation: String { "playing on \(handle.name)" }

  private func hand(over samples: ArraySlice<Float>) throws(HardwareError) -> Int {
    try hand(over: parameters.format.encode(samples, channels: Int(parameters.channels)))
  }

  private var frameSize: Int { parameters.format.byteCount * Int(parameters.channels) }

  /// Whole frames in the device's format; returns how many of them it took.
  private func hand(over bytes: [UInt8]) throws(HardwareError) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let taken = bytes.withUnsafeBytes { bytes in
      snd_pcm_writei(handle.pointer, bytes.baseAddress, snd_pcm_uframes_t(bytes.count / frameSize))
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

  private mutating func remember(_ samples: ArraySlice<Float>) {
    let size = Int(parameters.bufferSize)
    recent += samples.suffix(size)
    // Seldom, since the rest is moved.
    if recent.count > 4 * size { recent.removeFirst(recent.count - size) }
  }

  /// Counts what has left both the ring buffer and the hardware behind it. Until the device starts nothing has.
  private mutating func measure() throws(HardwareError) {
    guard let waiting = try waiting() else { return }
    played = max(played, queued - unheard - max(0, waiting.inBuffer, waiting.inAll))
  }

  /// The frames before the speaker: in the ring buffer, and with those of the hardware behind it. nil: the device does not
  /// run, or has run dry just now, which the next call sees.
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
  /// Lets the stream fall silent at once: takes back what the device has not come to, hands 20 ms of it over anew under a
  /// fade, and waits until that has been heard, or for the deadline. Does nothing where the device plays nothing, or takes
  /// nothing back.
  mutating func fadeOut(before deadline: SuspendingClock.Instant) throws(HardwareError) {
    // What the device may come to meanwhile: 10 ms. One that tells by the period where it is may be a period further than
    // it says.
    let margin = parameters.isCoarse ? Int(parameters.periodSize) + rate / 200 : rate / 100
    let silence = rate / 25
    var lead = margin
    repeat {
      guard let before = try waiting() else { return }
      let count = min(before.inBuffer - lead, recent.count)
      guard count > 0, snd_pcm_rewindable(handle.pointer) >= count else { return }
      // A device that runs dry may repeat what its buffer held before: silence follows.
      let bytes =
        parameters.format.encode(faded(recent.suffix(count))[...], channels: Int(parameters.channels))
        + [UInt8](repeating: 0, count: silence * frameSize)
      // A machine that was busy with that may be too late, and needs more time.
      guard let now = try waiting() else { return }
      guard now.inBuffer - count >= margin / 2 else {
        lead *= 2
        continue
      }
      guard snd_pcm_rewind(handle.pointer, snd_pcm_uframes_t(count)) == count else { return }
      let rest = try hand(over: bytes) - (bytes.count / frameSize - silence)
      while let waiting = try waiting(), max(waiting.inBuffer, waiting.inAll) > rest, SuspendingClock.now < deadline {
        // A signal may cut it short, which the loop does not mind.
        poll(nil, 0, 2)
      }
      return
    } while SuspendingClock.now < deadline
  }

  /// As many of the first samples as the fade is long, under it.
  private func faded(_ samples: ArraySlice<Float>) -> [Float] {
    var faded = Array(samples.prefix(fade.count))
    // A shorter fade where there are fewer.
    for index in faded.indices { faded[index] *= fade[(index + 1) * fade.count / faded.count - 1] }
    return faded
  }

  /// A raised cosine, free of clicks wherever in a wave it begins: so many factors, of which the last is 0.
  static func fade(over count: Int) -> [Float] {
    (0..<count).map { Float(0.5 + 0.5 * cos(.pi * Double($0 + 1) / Double(count))) }
  }
}
