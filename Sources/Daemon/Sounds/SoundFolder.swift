import Control
import FoundationEssentials
import Glibc
import Machine
import Sound

/// The folder into which users put sound files, with their prepared copies. Its calls block.
struct SoundFolder: Sendable {
  let path: String

  static let mostFiles = 100
  /// Alarms are stored on the same disk, so nothing is prepared unless this much stays free.
  private static let leastFreeBytes: Int64 = 128 << 20

  var preparedFolder: String { path + "/" + SoundID.preparedFolder }
  var uploadFolder: String { preparedFolder + "/upload" }
  /// Where sounds of a copy wait to be placed.
  var restoreFolder: String { preparedFolder + "/restore" }
  private static let indexName = "sounds.json"
  private var index: String { preparedFolder + "/" + Self.indexName }

  func path(of sound: OwnSound) -> String { path + "/" + sound.file }
  func preparedPath(of id: String) -> String { "\(preparedFolder)/\(id).wav" }

  /// Creates the folder so that members of the service's group can add files and remove their own.
  func make() throws(SystemError) {
    try DurableFile.makeFolder(path)
    try DurableFile.makeFolder(preparedFolder)
    guard chmod(path, 0o1770) == 0 else { throw SystemError("opening \(path) to its group", errno) }
  }

  /// Removes what a crash, or a client that has gone, left of an upload.
  func removeUnfinished() {
    ScratchFolder.remove(uploadFolder)
    unlink(unfinished)
  }

  /// Recreates the folder of prepared sounds after its parent was emptied or replaced. Returns whether it was missing.
  /// The parent is left to the user, who may be about to move another folder into its place.
  func makePrepared() throws(SystemError) -> Bool {
    guard DurableFile.exists(path), !DurableFile.exists(preparedFolder) else { return false }
    try DurableFile.makeFolder(preparedFolder)
    return true
  }

  var hasIndex: Bool { DurableFile.exists(index) }

  /// Whether this names a prepared sound or the index, rather than an unfinished file.
  static func isKept(_ name: String) -> Bool { name.hasSuffix(".wav") || name == indexName }

  /// Returns what is wrong with the folder, and how to fix it.
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
    let fix =
      switch error.code {
      case EACCES, EPERM: "give it to the service: `sudo chown -R \(UserDatabase.ownName) \(path.shellWord)`"
      case ENOSPC, EDQUOT: "free space on its disk: `df -h \(path.shellWord)`"
      case EROFS: "make its disk writable: `sudo mount -o remount,rw /`"
      default:
        "look at it: `sudo ls -la \(path.shellWord) \(preparedFolder.shellWord)`, then try again: `rouse sound list`"
      }
    return ("\(error)", fix)
  }

  // MARK: The user's files

  /// Returns the sound files, sorted by name. Throws if the folder cannot be read, which says nothing about its files.
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

  func delete(_ sound: OwnSound) throws(SystemError) {
    guard unlink(path(of: sound)) == 0 || errno == ENOENT else {
      throw SystemError("removing \(path(of: sound))", errno)
    }
  }

  // MARK: The index

  /// Returns no sounds if the index cannot be read. They are then found again.
  func remembered() -> [OwnSound] {
    do {
      let bytes = try Descriptor.contents(of: index, limit: 1 << 20)
      return try JSONDecoder().decode([OwnSound].self, from: Data(bytes)).filter {
        // File names and ids become paths.
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

  /// - Parameter bytes: the space needed besides that of a prepared copy.
  func checkSpace(for bytes: Int = 0) throws(SoundProblem) {
    do throws(SystemError) { _ = try makePrepared() } catch { throw .notStored(error.reason) }
    var space = statvfs()
    guard statvfs(preparedFolder, &space) == 0 else { throw .notStored(String(cString: strerror(errno))) }
    guard Int64(space.f_bavail) * Int64(space.f_frsize) - Int64(bytes) >= Self.leastFreeBytes else {
      throw .notStored("\(Self.leastFreeBytes >> 20) MB are kept free for alarms")
    }
  }

  /// Prepares a file. `keepPrepared` then moves the prepared copy into place.
  func prepare(_ file: String, by program: SoundProgram) throws(SoundProblem) -> SoundFacts {
    // Does not wait for a writer if the file is a pipe.
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
      // Do not trust a process whose decoder may have been taken over.
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

  /// Whether the prepared copy is there in full. A power cut or a full disk may have cut it short.
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
