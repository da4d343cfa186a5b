import AlarmClock
import CLinux
import Glibc
import Hardware
import Sound
import Storage
import Synchronization

/// Plays the wanted sound on a thread of its own, and knows whether the device really consumes it.
final class SpeakerThread: Sendable {
  private struct Progress {
    var wanted: RingDemand.SoundDemand?
    var wantedSince: Duration = .zero
    /// The device is open.
    var isOpen = false
    /// When the frames played last advanced.
    var lastAdvance: Duration?
    var hasFailed = false
  }

  private let output: any AudioOutput
  private let progress = Mutex(Progress())
  private let wakeup: Wakeup
  private let health: DeviceHealth
  private let events: EventLog
  private let time: any TimeSource

  /// 20 ms at a time, so that silence comes as fast.
  private static let chunkDuration: Duration = .milliseconds(20)

  init(
    _ output: any AudioOutput, health: DeviceHealth, events: EventLog, time: any TimeSource
  ) throws(SystemError) {
    self.output = output
    self.health = health
    self.events = events
    self.time = time
    wakeup = try Wakeup()
    try MachineThread.start("speaker") { [self] in
      // Refused, it is still heard; the scheduler tells of the refusal.
      _ = rouse_use_fifo_priority()
      run()
    }
  }

  /// Says what is to be heard from now on, and returns at once; nil: nothing.
  func want(_ sound: RingDemand.SoundDemand?) {
    let changed = progress.withLock { progress in
      guard progress.wanted != sound else { return false }
      if progress.wanted == nil {
        progress.wantedSince = time.monotonic
        progress.hasFailed = false
        progress.lastAdvance = nil
      }
      progress.wanted = sound
      return true
    }
    if changed { wakeup.signal() }
  }

  /// Whether what is wanted is known to be heard.
  var proof: SpeakerProof {
    progress.withLock { progress in
      guard progress.wanted != nil else { return .pending }
      if progress.hasFailed { return .failed }
      let latest = max(progress.lastAdvance ?? .zero, progress.wantedSince)
      guard time.monotonic - latest < SpeakerProof.grace else { return .failed }
      return progress.lastAdvance == nil ? .pending : .proven
    }
  }

  /// Nothing is wanted and the device is closed.
  var isSilent: Bool { progress.withLock { $0.wanted == nil && !$0.isOpen } }

  /// Reports a device that takes samples and plays none, or a call that does not come back.
  func checkForHang() {
    let isWanted = progress.withLock { $0.wanted != nil && !$0.hasFailed }
    if isWanted, proof == .failed {
      health.failed(HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT))
    }
  }

  private func run() {
    var failureCount = 0
    while true {
      // Taken and marked in one step, so that "silent" is never said of a device about to be opened.
      let sound = progress.withLock { progress in
        progress.isOpen = progress.wanted != nil
        return progress.wanted
      }
      guard let sound else {
        wakeup.wait()
        continue
      }
      do {
        defer { progress.withLock { $0.isOpen = false } }
        try play(sound)
        failureCount = 0
      } catch {
        failureCount += 1
        progress.withLock { progress in
          progress.hasFailed = progress.wanted != nil
          progress.lastAdvance = nil
        }
        health.failed(error)
        wakeup.wait(timeout: Backoff.delay(afterFailures: failureCount))
      }
    }
  }

  /// Plays until something else is wanted. Throws when the device fails or does not advance.
  private func play(_ sound: RingDemand.SoundDemand) throws(HardwareError) {
    // Where the chosen sound is gone: the global default, then the one that is always there.
    let playable =
      SoundLibrary.sound(id: sound.sound) ?? sound.fallback.flatMap(SoundLibrary.sound) ?? SoundLibrary.tone
    let format = try output.open(AudioStream(sound: playable.id, volume: sound.volume))
    do {
      try stream(sound, playable, format: format)
    } catch {
      closeAfterFailure()
      throw error
    }
    try output.close()
    guard sound.volume > 0 else { return }
    events.append(.audioStopped, alarmID: sound.alarmID, label: sound.label, detail: playable.id)
  }

  private func stream(
    _ sound: RingDemand.SoundDemand, _ playable: BuiltInSound, format: AudioFormat
  ) throws(HardwareError) {
    var generator = SoundGenerator(sound: playable, rate: format.rate)
    var ramp = VolumeRamp(
      volume: sound.volume, fadeIn: sound.fadeIn, elapsed: time.monotonic - sound.start, rate: format.rate)
    let count = format.rate * Int(Self.chunkDuration.wholeNanoseconds / 1_000_000) / 1000
    let start = time.monotonic
    // It plays, and counts as failed all the same: perhaps too quietly to be heard, so that the buzzer has to join.
    if let problem = format.problem {
      progress.withLock { $0.hasFailed = true }
      health.failed(problem)
    }
    var played = 0
    var lastAdvance = start
    while !ramp.isSilent {
      // A last chunk that fades out, so that the end is no click.
      if !isStillWanted(sound) { ramp.stop() }
      ramp.soften(isWantedSoft)
      var samples = generator.next(count)
      ramp.apply(to: &samples)
      let total = try output.play(samples)
      let now = time.monotonic
      if total > played {
        if format.problem == nil { health.worked(.speaker) }
        if played == 0, sound.volume > 0 {
          let gone = playable.id == sound.sound ? "" : ": the sound \(sound.sound) is gone"
          events.append(
            .audioStarted, alarmID: sound.alarmID, label: sound.label,
            detail: "\(playable.id) \(sound.volume)%\(gone)")
        }
        played = total
        lastAdvance = now
        progress.withLock { progress in
          progress.lastAdvance = now
          progress.hasFailed = format.problem != nil
        }
      } else if now - lastAdvance > SpeakerProof.grace {
        throw HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT)
      }
    }
  }

  /// Lets go as far as possible.
  private func closeAfterFailure() {
    do { try output.close() } catch {
      // The failure that led here is the one that is told.
    }
  }

  private var isWantedSoft: Bool { progress.withLock { $0.wanted?.isSoft ?? false } }

  /// Another ring that wants the same sound as loud takes over what is playing, without a gap.
  private func isStillWanted(_ sound: RingDemand.SoundDemand) -> Bool {
    progress.withLock { $0.wanted?.sound == sound.sound && $0.wanted?.volume == sound.volume }
  }
}
