import CLinux
import Glibc

/// Tells when something changes in a folder (inotify(7)), once it has calmed down: files arrive by the dozen. One that is
/// still being written, however slowly, is none yet.
final class SoundWatch: Sendable {
  private let folder: String
  private let wakeup: Wakeup
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(folder: String) throws(SystemError) {
    self.folder = folder
    wakeup = try Wakeup()
  }

  /// Begins to watch the folder, which has to be there. Where it cannot be watched it is told of once a minute.
  func start() throws(SystemError) {
    let number = rouse_watch_create()
    let watch = number >= 0 ? Descriptor(number) : nil
    let isWatching = watch.map { rouse_watch_whole_files($0.number, folder) >= 0 } ?? false
    let refusal = isWatching ? nil : SystemError("watching \(folder)", errno)
    try MachineThread.start("sound watch") { [wakeup, changes] in
      let descriptors = watch.map { [$0.number] } ?? []
      while true {
        wakeup.wait(with: descriptors, timeout: isWatching ? nil : .seconds(60))
        var calm = false
        while isWatching, !calm {
          for descriptor in descriptors { Self.drain(descriptor) }
          calm = wakeup.wait(with: descriptors, timeout: .milliseconds(500)).isEmpty
        }
        changes.continuation.yield()
      }
    }
    if let refusal { throw refusal }
  }

  /// As if something had changed.
  func tell() { changes.continuation.yield() }

  /// Waits for the next change; false when the task is cancelled.
  func change() async -> Bool {
    for await _ in changes.stream { return true }
    return false
  }

  private static func drain(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
