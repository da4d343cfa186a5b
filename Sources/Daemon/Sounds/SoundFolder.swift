import Control
import FoundationEssentials
import Glibc
import Machine
import Sound

/// The folder into which people put sound files, and what was made of them. Its calls block.
struct SoundFolder: Sendable {
  let path: String

  static let mostFiles = 100
  /// Sounds are not to fill the disk that alarms are stored on: below this, and room for one, nothing more is prepared.
  private static let leastFreeBytes: Int64 = 128 << 20

  var preparedFolder: String { path + "/" + SoundID.preparedFolder }
  var uploadFolder: String { preparedFolder + "/upload" }
  /// Where sounds of a copy wait for their places.
  var restoreFolder: String { preparedFolder + "/restore" }
  private static let indexName = "sounds.json"
  private var index: String { preparedFolder + "/" + Self.indexName }

  func path(of sound: OwnSound) -> String { path + "/" + sound.file }
  func preparedPath(of id: String) -> String { "\(preparedFolder)/\(id).wav" }

  /// Makes it, so that members of the service's group may copy files into it, and remove their own.
  func make() throws(SystemError) {
    try DurableFile.makeFolder(path)
    try DurableFile.makeFolder(preparedFolder)
    guard chmod(path, 0o1770) == 0 else { throw SystemError("opening \(path) to its group", errno) }
  }

  /// What a death has left of a file that was handed over, or of a client that has gone.
  func removeUnfinished() {
    ScratchFolder.remove(uploadFolder)
    unlink(unfinished)
  }

  /// Makes anew what went with a folder that was emptied or replaced; the folder itself is for people to make again, as
  /// they may be about to move another into its place. Returns whether there was something to make.
  func makePrepared() throws(SystemError) -> Bool {
    guard DurableFile.exists(path), !DurableFile.exists(preparedFolder) else { return false }
    try DurableFile.makeFolder(preparedFolder)
    return true
  }

  var hasIndex: Bool { DurableFile.exists(index) }

  /// Whether it is a name of what is kept of sounds, apart from what is just being made.
  static func isKept(_ name: String) -> Bool { name.hasSuffix(".wav") || name == indexName }

  /// What is wrong with the folder itself, and what mends it; nil: nothing that can be seen.
  func trouble(_ error: SystemError) -> (what: String, fix: String) {
    var status = stat()
    guard lstat(path, &status) == 0 || errno != ENOENT else {
      return ("\(path) is gone", "put it back, or add a sound, which makes it anew: `rouse sound add FILE`")
    }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return (
        "\(path) is no folder (\(error))",
        "take it away, then look again: `sudo rm \(path.shellWord); rouse sound list`"
      )
    }
    switch error.code {
    case EACCES, EPERM:
      return ("\(error)", "give it to the service: `sudo chown -R \(UserDatabase.ownName) \(path.shellWord)`")
    case ENOSPC, EDQUOT: return ("\(error)", "free space on its disk: `df -h \(path.shellWord)`")
    case EROFS: return ("\(error)", "make its disk writable: `sudo mount -o remount,rw /`")
    default:
      return (
        "\(error)",
        "look at it: `sudo ls -la \(path.shellWord) \(preparedFolder.shellWord)`, then try again: `rouse sound list`"
      )
    }
  }

  // MARK: What people put there

  /// The files that are sounds by their place, sorted by name. Throws where the folder cannot be read: that says nothing
  /// of what is in it.
  func files() throws(SystemError) -> [(name: String, stamp: FileStamp)] {
    try DurableFile.readableNames(in: path).filter { !$0.hasPrefix(".") && $0 != SoundID.preparedFolder }.sorted()
      .compactMap { name in Self.stamp(of: path + "/" + name).map { (name, $0) } }
  }

  static func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let modified = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return FileStamp(
      size: Int64(status.st_size), modified: modified.partialValue &+ Int64(status.st_mtim.tv_nsec))
  }

  // MARK: What is remembered

  /// Nothing where it cannot be read: then it is found anew.
  func remembered() -> [OwnSound] {
    do {
      let bytes = try Descriptor.contents(of: index, limit: 1 << 20)
      return try JSONDecoder().decode([OwnSound].self, from: Data(bytes)).filter {
        // Of files and ids, as they lead to paths.
        !$0.file.contains("/") && SoundID.isValid($0.id)
      }
    } catch {
      return []
    }
  }

  func remember(_ sounds: [OwnSound]) throws(SystemError) {
    _ = try makePrepared()
    try DurableFile.replace(index, by: try StateFile.text(of: sounds))
  }

  // MARK: Preparing

  private var unfinished: String { preparedFolder + "/unfinished" }

  /// - Parameter bytes: to be stored, beside a prepared copy.
  func checkSpace(for bytes: Int = 0) throws(SoundProblem) {
    do throws(SystemError) { _ = try makePrepared() } catch { throw .notStored(error.reason) }
    var space = statvfs()
    guard statvfs(preparedFolder, &space) == 0 else { throw .notStored(String(cString: strerror(errno))) }
    guard Int64(space.f_bavail) * Int64(space.f_frsize) - Int64(bytes) >= Self.leastFreeBytes else {
      throw .notStored("\(Self.leastFreeBytes >> 20) MB are kept free for alarms")
    }
  }

  /// Has a file prepared; the copy gets its place by `keepPrepared`.
  func prepare(_ file: String, by program: SoundProgram) throws(SoundProblem) -> SoundFacts {
    // Not waiting for whoever would write into a pipe.
    let (source, target): (Descriptor, Descriptor)
    do throws(SystemError) { source = try Descriptor(opening: file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) } catch {
      throw .unreadable(error.reason)
    }
    try checkSpace()
    unlink(unfinished)
    do throws(SystemError) { target = try Descriptor(opening: unfinished, O_RDWR | O_CREAT | O_EXCL) } catch {
      throw .notStored(error.reason)
    }
    do throws(SoundProblem) {
      let facts = try program.prepare(source, into: target)
      // Not taken on trust from a process in which a decoder may have been taken over.
      do throws(PreparedSound.Failure) { _ = try PreparedSound(path: unfinished, rate: SoundPreparation.rate) } catch {
        throw .noProgram("\(error)")
      }
      guard fsync(target.number) == 0 else { throw .notStored(String(cString: strerror(errno))) }
      return facts
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  func keepPrepared(as id: String) throws(SystemError) {
    try DurableFile.rename(unfinished, to: preparedPath(of: id))
    try DurableFile.sync(preparedFolder)
  }

  func movePrepared(to path: String) throws(SystemError) { try DurableFile.rename(unfinished, to: path) }

  /// The prepared copy is there, and as long as it says: a power cut or a full disk may have left less.
  func holdsPrepared(_ id: String) -> Bool {
    let path = preparedPath(of: id)
    guard Self.stamp(of: path) != nil else { return false }
    do throws(PreparedSound.Failure) {
      _ = try PreparedSound(path: path, rate: SoundPreparation.rate)
      return true
    } catch {
      return false
    }
  }

  func dropUnfinished() { unlink(unfinished) }

  func removePrepared(except ids: Set<String>) {
    for name in DurableFile.names(in: preparedFolder)
    where name.hasSuffix(".wav") && !ids.contains(String(name.dropLast(4))) {
      unlink(preparedFolder + "/" + name)
    }
  }
}
