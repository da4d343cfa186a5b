import CLinux
import Control
import Glibc
import JSON5Files
import Machine

/// The commands that root allows the house: the key `commands` in the configuration file of `rouse-mqtt`.
struct HomePolicy: Hashable, Sendable {
  /// In the order of `HomeCommandName`.
  var commands: [HomeCommandName] = []
  /// Why nothing is allowed although there is a file, or `nil`.
  var problem: String?
  /// Whether the file exists, so that a house is wanted.
  var isThere = false

  static let systemFile = "/etc/rouse/mqtt.json5"
  /// In bytes.
  private static let longest = 1 << 16

  /// Reads the file, which may wait for a disk. Only root and the daemon's user may write it, so never the house.
  static func read(_ path: String) -> HomePolicy {
    let number = rouse_open_plain_file(path)
    guard number >= 0 else {
      guard errno != ENOENT && errno != ENOTDIR else { return HomePolicy() }
      return refused("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    let file = Descriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else {
      return refused("\(path) cannot be looked at: \(String(cString: strerror(errno)))")
    }
    guard status.st_uid == 0 || status.st_uid == getuid() else {
      return refused("\(path) belongs to the user \(UserDatabase.name(of: status.st_uid) ?? "\(status.st_uid)")")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return refused("others than its owner may write to \(path)")
    }
    do throws(SystemError) {
      var policy = parse(try file.contents(of: path, limit: longest))
      policy.problem = policy.problem.map { "\(path): \($0)" }
      return policy
    } catch {
      return refused("\(error)")
    }
  }

  static func parse(_ text: [UInt8]) -> HomePolicy {
    do throws(FileProblem) {
      let allowed = Set(try JSON5File.read(File.self, from: text).commands)
      return HomePolicy(commands: HomeCommandName.allCases.filter(allowed.contains), isThere: true)
    } catch {
      return refused(error.description)
    }
  }

  private static func refused(_ problem: String) -> HomePolicy {
    HomePolicy(problem: problem.printable(), isThere: true)
  }

  private struct File: Decodable {
    let commands: [HomeCommandName]

    enum CodingKeys: CodingKey { case commands }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let words = try fields.decodeIfPresent([String].self, forKey: .commands) ?? []
      commands = try words.map { word in
        if let name = HomeCommandName(rawValue: word) { return name }
        let known = HomeCommandName.allCases.map(\.rawValue).joined(separator: ", ")
        throw FileProblem(
          "there is no command `\(word.prefix(40))`; there are: \(known)",
          at: decoder.codingPath + [CodingKeys.commands])
      }
    }
  }
}
