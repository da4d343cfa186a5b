import AlarmClock
import CLinux
import ControlService
import Glibc
import Hardware
import Machine
import Sound
import Synchronization

/// Plays the current claimant's sound on its own thread, and checks that the device really consumes it.
final class SpeakerThread: Sendable {
  private let output: any AudioOutput
  private let shelf: SoundShelf
  private let progress = Mutex(SpeakerProgress())
  private let wakeup: Wakeup
  private let health: DeviceHealth
  private let events: EventLog
  private let notices: Notices
  private let time: any TimeSource

  /// Short, so that silence takes effect quickly.
  private static let chunkDuration: Duration = .milliseconds(20)

  init(
    _ output: any AudioOutput, shelf: SoundShelf, health: DeviceHealth, events: EventLog, notices: Notices,
    time: any TimeSource
  ) throws(SystemError) {
    self.output = output
    self.shelf = shelf
    self.health = health
    self.events = events
    self.notices = notices
    self.time = time
    wakeup = try Wakeup()
    try MachineThread.start("speaker") { [self] in
      // Without real-time priority it is still heard; the scheduler reports the refusal.
      _ = rouse_use_fifo_priority()
      run()
    }
  }

  /// Sets a claimant's sound and returns immediately. `isExclusive`: others must be silent even if there is no sound.
  func want(_ sound: SoundDemand?, by claimant: Claimant, isExclusive: Bool = false) {
    let changed = progress.withLock { $0.want(sound, by: claimant, isExclusive: isExclusive, at: time.monotonic) }
    if changed { wakeup.signal() }
  }

  func close() {
    progress.withLock { $0.close() }
    wakeup.signal()
  }

  func announce(_ speech: Speech) { progress.withLock { $0.announce(speech) } }

  func standing(of claimant: Claimant) -> SpeakerStanding { progress.withLock { $0.standing(of: claimant) } }

  var mixerVolume: Int? {
    get { progress.withLock { $0.mixerVolume } }
    set { progress.withLock { $0.mixerVolume = newValue } }
  }

  var proof: SpeakerProof { progress.withLock { $0.proof(at: time.monotonic) } }

  var isTurnedDown: Bool { progress.withLock { $0.isTurnedDown(at: time.monotonic) } }

  var isSilentForAlarms: Bool {
    progress.withLock { ($0.claims[.alarm] ?? nil) == nil && $0.openFor != .alarm }
  }

  var isSilent: Bool { progress.withLock { $0.wanted == nil && $0.openFor == nil } }

  /// Reports a device that takes samples but plays none, or a call that does not return.
  func checkForHang() {
    let isWanted = progress.withLock { $0.wanted != nil && !$0.hasFailed }
    if isWanted, proof == .failed {
      health.failed(HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT))
    }
  }

  private func run() {
    while true {
      // Taken and marked in one step, so that `isSilent` is never true for a device about to be opened.
      let job = progress.withLock { progress -> SpeakerJob? in
        guard let first = progress.claims.foremost, let sound = first.want else { return nil }
        progress.openFor = first.claimant
        return SpeakerJob(claimant: first.claimant, sound: sound)
      }
      guard let job else {
        wakeup.wait()
        continue
      }
      do {
        defer { progress.withLock { $0.openFor = nil } }
        try play(job)
      } catch {
        let count = progress.withLock { $0.failed(error, for: job.claimant, at: time.monotonic) }
        health.failed(error)
        wakeup.wait(timeout: Backoff.delay(afterFailures: count))
      }
    }
  }

  /// Plays until something else is wanted. Throws if the device fails or does not advance.
  private func play(_ job: SpeakerJob) throws(HardwareError) {
    let playable = [job.sound.sound, job.sound.fallback].compactMap(\.self).first(where: shelf.holds)
    let format = try output.open(
      AudioStream(
        sound: playable ?? Settings.builtInSound, volume: job.sound.volume, setsMixer: job.claimant == .alarm))
    let mixerBefore = mixerVolume
    mixerVolume = format.mixerVolume
    // Closing the device restores the mixer level that an alarm changed.
    defer { if job.claimant == .alarm { mixerVolume = mixerBefore } }
    let name: String
    do {
      name = try stream(job, format: format)
    } catch let failure {
      do { try output.close() } catch {
        // The failure that led here is reported.
      }
      throw failure
    }
    try output.close()
    guard job.isLogged else { return }
    events.append(
      .audioStopped, alarmID: job.sound.alarmID, label: job.sound.label, detail: name + job.claimant.suffix)
  }

  private func stream(_ job: SpeakerJob, format: AudioFormat) throws(HardwareError) -> String {
    let sound = job.sound
    var source = FallingBack(sound, shelf: shelf, rate: format.rate)
    var ramp = ramp(of: sound, rate: format.rate)
    var voice: Voice?
    let count = format.rate * Int(Self.chunkDuration.wholeNanoseconds / 1_000_000) / 1000
    // It plays, but may be too quiet to be heard. It counts as failed, so that the buzzer joins.
    if let problem = format.problem {
      progress.withLock { $0.isUnreliable(for: job.claimant) }
      health.failed(problem)
    }
    var played = 0
    var lastAdvance = time.monotonic
    var lostChoice: LostSound?
    while !ramp.isSilent, isStillWanted(job) {
      if voice?.isOver ?? true {
        let speech = progress.withLock { $0.takeAnnouncement(for: job.claimant) }
        voice = speech.map { Voice($0, ramp: self.ramp(of: sound, rate: format.rate), rate: format.rate) }
      }
      ramp.soften(voice != nil || progress.withLock { $0.wanted?.isSoft ?? false })
      var samples = source.next(count)
      for lost in source.takeLost() {
        if lost.id == sound.sound { lostChoice = lost }
        tell(lost, of: job, source.name)
      }
      ramp.apply(to: &samples)
      voice?.mix(into: &samples)
      let total = try output.play(samples)
      let now = time.monotonic
      if total > played {
        let isHeard = progress.withLock {
          $0.advanced(for: job.claimant, at: now, isReliable: format.problem == nil)
        }
        if isHeard { health.worked(.speaker) }
        if played == 0, job.isLogged {
          let lost = lostChoice.map { ": the sound \($0.words)" } ?? ""
          events.append(
            .audioStarted, alarmID: sound.alarmID, label: sound.label,
            detail: "\(source.name) \(sound.volume)%\(job.claimant.suffix)\(lost)")
        }
        played = total
        lastAdvance = now
      } else if now - lastAdvance > SpeakerProof.grace {
        throw HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT)
      }
    }
    if ramp.isSilent { progress.withLock { $0.finish(sound, of: job.claimant) } }
    return source.name
  }

  /// Returns the ramp from this moment on.
  private func ramp(of sound: SoundDemand, rate: Int) -> VolumeRamp {
    VolumeRamp(
      volume: sound.volume, fadeIn: sound.fadeIn, elapsed: time.monotonic - sound.start,
      length: sound.end.map { $0 - sound.start }, fadeOut: sound.fadeOut, rate: rate)
  }

  /// Reports a chosen sound that does not play, in the log and to the next user of the command line.
  private func tell(_ lost: LostSound, of job: SpeakerJob, _ name: String) {
    guard job.isLogged else { return }
    events.append(
      .soundMissing, alarmID: job.sound.alarmID, label: job.sound.label,
      detail: "\(lost.words): \(name) plays in its place")
    let fix =
      lost.isGone
      ? "Choose another: `rouse sound list`."
      : "Hear whether it can be now: `rouse sound preview \(lost.id)`; if not, look at its disk (`dmesg`)."
    notices.add("The sound \(lost.words), and \(name) played in its place. \(fix)")
  }

  /// Whether the job is still wanted. Another ring with the same sound and volume takes it over without a gap.
  private func isStillWanted(_ job: SpeakerJob) -> Bool {
    guard let first = progress.withLock({ $0.claims.foremost }), first.claimant == job.claimant, let want = first.want
    else { return false }
    return want.sound == job.sound.sound && want.volume == job.sound.volume && want.end == job.sound.end
  }
}

private struct SpeakerJob {
  var claimant: Claimant
  var sound: SoundDemand
  var isLogged: Bool { sound.volume > 0 && !SoundShelf.signalIDs.contains(sound.sound) }
}

extension Claimant {
  fileprivate var suffix: String { [.alarm, .probe].contains(self) ? "" : ", \(self)" }
}

/// Speech over a sound, as loud as the sound is at the moment.
struct Voice {
  private var source: SpeechSource
  private var ramp: VolumeRamp

  /// The highest level of speech and sound together: -1 dBFS.
  static let ceiling: Float = 0.891

  init(_ speech: Speech, ramp: VolumeRamp, rate: Int) {
    source = SpeechSource(speech, rate: rate)
    self.ramp = ramp
  }

  var isOver: Bool { source.isOver }

  mutating func mix(into samples: inout [Float]) {
    var said = source.next(samples.count)
    ramp.apply(to: &said)
    for index in samples.indices {
      samples[index] = min(Self.ceiling, max(-Self.ceiling, samples[index] + said[index]))
    }
  }
}
