import Glibc
import Hardware
import Machine
import ScanLine
import Synchronization

/// Hands the frames of a camera that lives in the daemon (the mock board's) to `rouse-scan`.
final class FrameFeeder: Sendable {
  private let camera: any Camera
  private let frames: Descriptor
  private let health: DeviceHealth
  /// On a mock clock.
  let lockstep: Lockstep?
  private let isEnded = Atomic(false)
  private let hasReleasedCamera = Atomic(false)

  init(camera: any Camera, frames: Descriptor, health: DeviceHealth, lockstep: Lockstep?) {
    self.camera = camera
    self.frames = frames
    self.health = health
    self.lockstep = lockstep
  }

  func start() throws(SystemError) { try MachineThread.start("frames") { [self] in run() } }

  /// Ends the feeding, also of a child that does not read, and waits a moment until the camera is let go.
  func end() {
    isEnded.store(true, ordering: .releasing)
    shutdown(frames.number, Int32(SHUT_RDWR))
    if let lockstep {
      // The camera is about to wait for a clock that waits for this thread.
      lockstep.end()
      camera.close()
    }
    for _ in 0..<200 where !hasReleasedCamera.load(ordering: .acquiring) { usleep(5_000) }
  }

  private var goesOn: Bool { !isEnded.load(ordering: .acquiring) }

  private func run() {
    while goesOn {
      do {
        try camera.open()
        while goesOn {
          let frame = try camera.frame()
          guard let lockstep else {
            try FrameStream.write(frame, to: frames.number)
            continue
          }
          if lockstep.repeats(frame) { continue }
          try FrameStream.write(frame, at: lockstep.timeOfFrame(), to: frames.number)
          lockstep.wait()
        }
      } catch {
        guard goesOn else { break }
        health.failed(error)
        if error.code == EPIPE { break }
        lockstep?.rest()
        if lockstep == nil { usleep(500_000) }
      }
    }
    camera.close()
    hasReleasedCamera.store(true, ordering: .releasing)
  }
}
