import CLinux
import Control
import Glibc
import Home
import MQTTReports
import Machine

/// `rouse-mqtt check`, for `rouse mqtt test` and `rouse mqtt setup`, which use no network.
struct CheckRun {
  private let config: String
  /// Whether stdin has the password and the file.
  private let isTyped: Bool
  private let isTried: Bool

  init(_ words: ArraySlice<String>) throws {
    let options = try Options.read(words, paths: ["--config"], flags: ["--stdin", "--file-only"])
    config = options["--config"] ?? HomeConfiguration.usualPath
    isTyped = options["--stdin"] != nil
    isTried = options["--file-only"] == nil
  }

  /// Prints a line of JSON for each step. Returns `false` if a step failed.
  func run() -> Bool {
    // The name lookup by the system is the only step without a limit: SIGALRM ends it.
    alarm(LineCheckView.longest)
    let read: (HomeConfiguration, Account)
    do throws(LineCheckView.Failure) {
      read = try isTyped ? readStdin() : readFiles()
    } catch {
      Voice.print(error.view)
      return false
    }
    guard isTried else { return true }
    var check = LineCheck(read.0, read.1)
    return check.run()
  }

  private func readStdin() throws(LineCheckView.Failure) -> (HomeConfiguration, Account) {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: "/dev/stdin", limit: 1 << 16) } catch {
      throw LineCheckView.Failure(
        .file, "nothing can be read on stdin: \(error)", fix: "give the password, then the file")
    }
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let configuration = try parse(Array(text[end...]), "the file")
    // Use the typed password, before it is stored anywhere.
    let password = String(decoding: text[..<end], as: UTF8.self)
    do throws(LineTrouble) {
      let account = try Account(configuration, credentials: "/etc/rouse", password: password.isEmpty ? nil : password)
      return (configuration, account)
    } catch {
      throw LineCheckView.Failure(.password, error.why, fix: error.fix)
    }
  }

  private func readFiles() throws(LineCheckView.Failure) -> (HomeConfiguration, Account) {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: config, limit: 1 << 16) } catch {
      throw LineCheckView.Failure(
        .file, "\(config) cannot be read: \(String(cString: strerror(error.code)).lowercased())",
        fix: error.code == ENOENT
          ? "make it: `rouse mqtt setup`" : "it is for all to read: `sudo chmod 644 \(config)`")
    }
    let configuration = try parse(text, config)
    Voice.print(LineCheckView(.file, .ok, "\(config) is right"))
    do throws(LineTrouble) {
      let folder = config.lastIndex(of: "/").map { String(config[..<$0]) } ?? "."
      var account = try Account(configuration, credentials: folder)
      if config == HomeConfiguration.usualPath, geteuid() == 0 { try account.readAsTheServiceDoes(configuration) }
      let words =
        account.user == nil ? "no user is given" : account.password == nil ? "none is given" : "it can be read"
      Voice.print(LineCheckView(.password, .ok, words))
      return (configuration, account)
    } catch {
      throw LineCheckView.Failure(
        .password, error.why,
        fix: geteuid() == 0 ? error.fix : "it is for root to read: `sudo rouse mqtt test`")
    }
  }

  private func parse(_ text: [UInt8], _ name: String) throws(LineCheckView.Failure) -> HomeConfiguration {
    do { return try HomeConfiguration.parse(text) } catch {
      throw LineCheckView.Failure(
        .file, "\(name) is wrong: \(error.description)", fix: "put it right; `rouse help home` has all its keys")
    }
  }
}

extension LineCheckView {
  fileprivate struct Failure: Error {
    var view: LineCheckView
    init(_ step: Step, _ what: String, fix: String?) { view = LineCheckView(step, .failed, what, fix: fix) }
  }
}

extension Account {
  /// Continues as the user of the service, if it exists. Otherwise files that the service cannot read would look fine,
  /// and root would handle data from the network.
  fileprivate mutating func readAsTheServiceDoes(_ configuration: HomeConfiguration) throws(LineTrouble) {
    guard let user = getpwnam("rouse-mqtt") else { return }
    let (userID, groupID) = (user.pointee.pw_uid, user.pointee.pw_gid)
    // systemd reads credentials as root: copy the key before giving up that right.
    if configuration.keyFile?.contains("/") == false, let path = keyFile { keyFile = try Self.takenAlong(path) }
    guard initgroups("rouse-mqtt", groupID) == 0, setgid(groupID) == 0, setuid(userID) == 0 else {
      throw LineTrouble("this program cannot become the user rouse-mqtt", fix: "run it as root")
    }
    // The service itself must be able to read a file that is not a credential.
    if configuration.passwordFile?.contains("/") == true {
      password = try Account(configuration, credentials: nil).password
    }
  }

  /// Copies a file to an unnamed one that stays open until the process ends, and returns a path to it.
  private static func takenAlong(_ path: String) throws(LineTrouble) -> String {
    do {
      let bytes = try Descriptor.contents(of: path, limit: 1 << 16)
      let memory = rouse_memory_file()
      guard memory >= 0, write(memory, bytes, bytes.count) == bytes.count else {
        throw SystemError("copying \(path)", errno)
      }
      return "/proc/self/fd/\(memory)"
    } catch {
      throw LineTrouble("the key cannot be read: \(error)", fix: "put it there: `sudo install -m 600 KEY \(path)`")
    }
  }
}
