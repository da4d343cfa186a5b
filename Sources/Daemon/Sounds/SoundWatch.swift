import CLinux
import Glibc
import Machine

/// Reports changes in the folder of sounds (inotify(7)) once it has calmed down, because files arrive by the dozen. A
/// file still being written does not count yet. The folder may be replaced: what matters is the one at its path.
final class SoundWatch: Sendable {
  private let folder: SoundFolder
  private let wakeup: Wakeup
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(folder: SoundFolder) throws(SystemError) {
    self.folder = folder
    wakeup = try Wakeup()
  }

  /// Begins to watch. If it throws, a change is reported once a minute until watching works.
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
          // At once, so that the first file in a folder that was made again is noticed.
          isWatching = places.follow() == nil
          isNews = isNews || !isCalm || places.watched != before
          if !isCalm { wakeup.wait(with: places.descriptors, timeout: .milliseconds(500)) }
        }
        if isNews { changes.continuation.yield() }
      }
    }
    if let refusal { throw refusal }
  }

  /// Checks whether another folder is at the path, which nothing reports if it was mounted.
  func follow() { wakeup.signal() }

  /// Acts as if something had changed.
  func tell() { changes.continuation.yield() }

  /// Waits for the next change. Returns `false` if the task is canceled.
  func change() async -> Bool { await changes.stream.first { _ in true } != nil }
}

/// The folders watched by inotify(7): that of the user's files, that of prepared copies, and the parent of the former.
/// If the former is a link, so are the targets of the link and their parents; links further up in the path are not.
struct SoundPlaces: Sendable {
  struct Names: Hashable, Sendable {
    var all = false
    var some: Set<String> = []
    var kept = false

    func contain(_ name: String) -> Bool { all || some.contains(name) || kept && SoundFolder.isKept(name) }
  }

  private let folder: SoundFolder
  private let watch: Descriptor?
  /// By inotify's watch descriptor.
  private(set) var watched: [Int32: Names] = [:]

  init(_ folder: SoundFolder) {
    self.folder = folder
    let number = rouse_watch_create()
    watch = number >= 0 ? Descriptor(number) : nil
  }

  var descriptors: [Int32] { watch.map { [$0.number] } ?? [] }

  /// Watches what is at these paths now, and nothing else. Returns why the folder, or its place, cannot be watched.
  mutating func follow() -> SystemError? {
    guard let watch else { return SystemError("watching \(folder.path)", EMFILE) }
    var found: [Int32: Names] = [:]
    var isItsPlaceWatched = true
    for (place, name) in Self.links(to: folder.path) {
      let number = rouse_watch_names(watch.number, place)
      isItsPlaceWatched = number >= 0
      if number >= 0 { found[number, default: Names()].some.insert(name) }
    }
    let number = rouse_watch_whole_files(watch.number, folder.path)
    let isGone = number < 0 && [ENOENT, ENOTDIR].contains(errno)
    let refusal = number < 0 ? SystemError("watching \(folder.path)", errno) : nil
    if number >= 0 { found[number, default: Names()].all = true }
    let prepared = rouse_watch_losses(watch.number, folder.preparedFolder)
    if prepared >= 0 { found[prepared, default: Names()].kept = true }
    for old in watched.keys where found[old] == nil { rouse_watch_end(watch.number, old) }
    watched = found
    return isGone && isItsPlaceWatched ? nil : refusal
  }

  /// Reads what happened. Returns whether it may concern sounds.
  func sawChange() -> Bool {
    guard let watch else { return false }
    var isNews = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(watch.number, &buffer, buffer.count), count > 0 {
      var position = 0
      while position + Self.head <= count {
        let (number, length) = buffer.withUnsafeBytes {
          (
            $0.loadUnaligned(fromByteOffset: position, as: Int32.self),
            Int($0.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
          )
        }
        position += Self.head
        let name = buffer[position..<min(count, position + length)].prefix { $0 != 0 }
        position += length
        isNews = isNews || counts(String(decoding: name, as: UTF8.self), in: number)
      }
    }
    return isNews
  }

  /// struct inotify_event: watch, mask, cookie and the length of the name, which follows.
  private static let head = 16

  private func counts(_ name: String, in number: Int32) -> Bool {
    // Records were lost.
    guard number >= 0 else { return true }
    // Without a name it is the folder itself.
    return watched[number].map { name.isEmpty || $0.contain(name) } ?? false
  }

  /// Returns the folder and name of a path, and of each link on the way to what the path leads to.
  private static func links(to path: String) -> [(place: String, name: String)] {
    var found: [(String, String)] = []
    var path = path
    // As many links as the kernel follows; more are a loop.
    for _ in 0..<40 {
      guard let slash = path.lastIndex(of: "/") else { break }
      let place = slash == path.startIndex ? "/" : String(path[..<slash])
      found.append((place, String(path[path.index(after: slash)...])))
      guard let target = DurableFile.target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : place + "/" + target
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    }
    return found
  }
}
