import CLinux
import Control
import Glibc
import JSON5Files
import Machine

/// What root has allowed the house to have the clock do: `commands` of the file that `rouse-mqtt` is set up by. All else in
/// that file is for `rouse-mqtt`.
struct HomePolicy: Hashable, Sendable {
  /// In the order in which commands are listed.
  var commands: [HomeCommandName] = []
  /// Why nothing is allowed though there is a file; nil: it says what is.
  var problem: String?
  /// There is such a file, so that somebody wants a house.
  var isThere = false

  static let systemFile = "/etc/rouse/mqtt.json5"
  /// In bytes; a broker and some names are less.
  private static let longest = 1 << 16

  /// Reads the file at this moment. It may wait for a disk.
  ///
  /// Only root and the daemon's own user may have written it: else whoever is to be bounded by it would say what is allowed.
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
    var commands: [HomeCommandName] = []

    enum CodingKeys: CodingKey { case commands }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      let words = try fields.decodeIfPresent([String].self, forKey: .commands) ?? []
      for word in words {
        guard let name = HomeCommandName(rawValue: word) else {
          let known = HomeCommandName.allCases.map(\.rawValue).joined(separator: ", ")
          throw FileProblem(
            "there is no command `\(word.prefix(40))`; there are: \(known)",
            at: decoder.codingPath + [CodingKeys.commands])
        }
        commands.append(name)
      }
    }
  }
}
