import CLinux
import Glibc
import Machine

/// Tells when something changes in the folder of sounds (inotify(7)), once it has calmed down: files arrive by the dozen.
/// One that is still being written, however slowly, is none yet.
///
/// The folder itself may go and be made again, or another may take its place: what lies at its path is what counts.
final class SoundWatch: Sendable {
  private let folder: SoundFolder
  private let wakeup: Wakeup
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(folder: SoundFolder) throws(SystemError) {
    self.folder = folder
    wakeup = try Wakeup()
  }

  /// Begins to watch. Throws where that cannot be: then a change is told of once a minute, until it can.
  func start() throws(SystemError) {
    var places = SoundPlaces(folder)
    let refusal = places.follow()
    try MachineThread.start("sound watch") { [wakeup, changes, begun = places] in
      var places = begun
      var isWatching = refusal == nil
      while true {
        wakeup.wait(with: places.descriptors, timeout: isWatching ? nil : .seconds(60))
        var isNews = !isWatching
        var isCalm = false
        while !isCalm {
          let before = places.watched
          isCalm = !places.sawChange()
          // At once: what comes into a folder that was made again is told of from its first file on.
          isWatching = places.follow() == nil
          isNews = isNews || !isCalm || places.watched != before
          if !isCalm { wakeup.wait(with: places.descriptors, timeout: .milliseconds(500)) }
        }
        if isNews { changes.continuation.yield() }
      }
    }
    if let refusal { throw refusal }
  }

  /// Looks whether another folder has come to that path in a way that nothing tells of, as by mounting.
  func follow() { wakeup.signal() }

  /// As if something had changed.
  func tell() { changes.continuation.yield() }

  /// Waits for the next change; false when the task is cancelled.
  func change() async -> Bool {
    for await _ in changes.stream { return true }
    return false
  }
}
