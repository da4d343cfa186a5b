import AlarmClock
import CSodium
import Control
import FoundationEssentials
import Glibc
import Machine
import Sound

/// The user's own sounds in a copy of the clock, after the store in the same file. SQLite reads only as far as the
/// header says, so every version of Rouse, and `sqlite3`, takes the file for the store. Earlier versions would refuse a
/// table of sounds, which would also be written whole to a disk. This format is read and sent in pieces.
///
/// It is a word, the length of the list in four bytes (big-endian), the list in JSON, and its digest; then the bytes
/// and the digest of each sound.
struct SoundArchive: Sendable {
  struct Entry: Codable, Hashable, Sendable {
    var file: String
    var id: String
    var name: String?
    /// In bytes.
    var size: Int
  }

  struct Flaw: Error {
    let why: String
    /// The size of the store before the sounds, in bytes.
    let start: Int
  }

  private(set) var entries: [Entry]
  /// Where the sounds begin, which is the size of the store.
  let start: Int
  private let headLength: Int

  private static let word = Array("rouse sounds 1\n\0".utf8)
  /// Several times the size of a full list with the longest names.
  private static let longestList = 1 << 17
  /// In bytes.
  static let largest =
    word.count + 4 + longestList + SoundDigest.length
    + SoundFolder.mostFiles * (SoundPreparation.largestFile + SoundDigest.length)

  /// Returns how to take the store alone, which ends at `start`.
  static func fix(_ start: Int, _ use: CopyUse) -> String {
    "take the rest without its sounds: `head -c \(start) FILE > rest.sqlite`, then `\(use.command) rest.sqlite`"
  }

  /// Returns the same archive with other ids for its sounds.
  func calling(_ ids: [String: String]) -> SoundArchive {
    var archive = self
    for index in entries.indices { archive.entries[index].id = ids[entries[index].id] ?? entries[index].id }
    return archive
  }

  // MARK: Writing

  /// Returns everything before the first sound.
  static func head(of entries: [Entry]) throws -> [UInt8] {
    let list = [UInt8](try JSONEncoder().encode(entries))
    let length = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: list.count >> $0) }
    let digest = SoundDigest()
    digest.add(list[...])
    return word + length + list + digest.finish()
  }

  // MARK: Reading

  /// Returns where the bytes of a sound begin. Its digest follows them.
  func offset(of index: Int) -> Int {
    entries[..<index].reduce(start + headLength) { $0 + $1.size + SoundDigest.length }
  }

  /// Reads the sounds after the store in a file that may hold anything. Returns `nil` if nothing follows the store.
  static func read(_ file: Descriptor) throws(Flaw) -> SoundArchive? {
    let size = Int(lseek(file.number, 0, SEEK_END))
    guard let start = storeSize(in: file), start < size else { return nil }
    func flaw(_ why: String) -> Flaw { Flaw(why: why, start: start) }
    guard bytes(of: file, word.count, at: start) == word else {
      throw flaw("\(size - start) bytes follow the store in it, and they are no sounds")
    }
    let damaged = flaw("the list of its sounds is damaged, or was cut off")
    guard let length = bytes(of: file, 4, at: start + word.count).map({ $0.reduce(0) { $0 << 8 | Int($1) } }),
      (1...longestList).contains(length),
      let list = bytes(of: file, length, at: start + word.count + 4)
    else { throw damaged }
    let headLength = word.count + 4 + length + SoundDigest.length
    let digest = SoundDigest()
    digest.add(list[...])
    guard bytes(of: file, SoundDigest.length, at: start + headLength - SoundDigest.length) == digest.finish() else {
      throw damaged
    }
    let entries: [Entry]
    do { entries = try JSONDecoder().decode([Entry].self, from: Data(list)) } catch {
      throw flaw("the list of its sounds is none that a clock has written")
    }
    if let problem = problem(with: entries) { throw flaw(problem) }
    let archive = SoundArchive(entries: entries, start: start, headLength: headLength)
    guard archive.offset(of: entries.count) == size else {
      throw flaw(
        "its sounds have \(size - start) bytes, and not the \(archive.offset(of: entries.count) - start) they say")
    }
    return archive
  }

  /// Nothing is trusted, because names become paths, and sizes take memory and disk space.
  private static func problem(with entries: [Entry]) -> String? {
    guard (1...SoundFolder.mostFiles).contains(entries.count) else {
      return "it lists \(entries.count) sounds, and \(SoundFolder.mostFiles) at most are taken"
    }
    var (files, ids): (Set<String>, Set<String>) = ([], [])
    for (index, entry) in entries.enumerated() {
      let what = "sound \(index + 1) in it"
      guard canBeNamed(entry.file), hasGoodName(entry) else { return "\(what) has a name that no sound can have" }
      guard SoundID.isValid(entry.id) else { return "\(what) has an id that no sound can have" }
      guard files.insert(entry.file).inserted, ids.insert(entry.id).inserted else {
        return "\(what) has the name or the id of another one"
      }
      guard (1...SoundPreparation.largestFile).contains(entry.size) else {
        return "\(what) says that it has \(entry.size) bytes, and \(SoundPreparation.largestFile) at most are taken"
      }
    }
    return nil
  }

  /// Whether a file in the folder of sounds can have this name. A path cannot be one.
  static func canBeNamed(_ file: String) -> Bool {
    do throws(ControlError) { return try SoundID.fileName(file, called: nil) == file && !file.contains("/") } catch {
      return false
    }
  }

  private static func hasGoodName(_ entry: Entry) -> Bool {
    guard let name = entry.name else { return true }
    do throws(InvalidValue) {
      _ = try checkedName(name, field: "name", mayBeEmpty: false)
      return true
    } catch {
      return false
    }
  }

  /// Returns the size in the store's header (https://sqlite.org/fileformat.html#the_database_header), or `nil`.
  private static func storeSize(in file: Descriptor) -> Int? {
    guard let header = bytes(of: file, 100, at: 0), header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int { header[range].reduce(0) { $0 << 8 | Int($1) } }
    let (pageSize, pages) = (number(16..<18) == 1 ? 65_536 : number(16..<18), number(28..<32))
    // Like SQLite: if another program changed the file but not the count, all of it is the store.
    guard pageSize >= 512, pages > 0, number(24..<28) == number(92..<96) else { return nil }
    return pageSize * pages
  }

  /// Returns `nil` if there are not that many bytes.
  static func bytes(of file: Descriptor, _ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file.number, &bytes, count, offset) == count ? bytes : nil
  }
}

/// A BLAKE2b digest of bytes in pieces, which shows whether they arrived unchanged.
struct SoundDigest: ~Copyable {
  static let length = 32

  private let memory: UnsafeMutableRawPointer
  private var state: OpaquePointer { OpaquePointer(memory) }

  init() {
    // CRYPTO_ALIGN(64), which Swift does not import.
    memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    crypto_generichash_init(state, nil, 0, Self.length)
  }

  deinit { memory.deallocate() }

  func add(_ bytes: ArraySlice<UInt8>) {
    _ = bytes.withUnsafeBufferPointer { crypto_generichash_update(state, $0.baseAddress, UInt64($0.count)) }
  }

  consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.length)
    crypto_generichash_final(state, &digest, digest.count)
    return digest
  }
}
