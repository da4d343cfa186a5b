import Glibc
import Home
import Machine

/// The identity of the clock at the broker. It is read again for each connection, as a password may change.
struct Account {
  var clientID: String
  var user: String?
  var password: String?
  var caFile: String?
  var certificateFile: String?
  var keyFile: String?

  /// - Parameters:
  ///   - credentials: the folder of the unit's credentials (systemd.exec(5)), or of the configuration; `nil` for none.
  ///   - password: takes priority over a file.
  init(_ configuration: HomeConfiguration, credentials: String?, password given: String? = nil) throws(LineTrouble) {
    func path(_ given: String?) -> String? {
      guard let given, !given.contains("/"), let credentials else { return given }
      let place = credentials + "/" + given
      // Root stores the unit's credential `mqtt-key` with an extension.
      return DurableFile.exists(place) || !DurableFile.exists(place + ".pem") ? place : place + ".pem"
    }
    clientID = ClientIdentity.make(
      machineID: Self.machineID, account: "\(configuration.user ?? "")\n\(configuration.id)")
    user = configuration.user
    caFile = path(configuration.caFile)
    certificateFile = path(configuration.certificateFile)
    keyFile = path(configuration.keyFile)
    let usual = credentials.map { $0 + "/" + HomeConfiguration.passwordCredential }
    if user == nil || given != nil {
      password = given
    } else if let file = path(configuration.passwordFile) {
      password = try Self.line(of: file)
    } else if let usual, DurableFile.exists(usual) {
      // The unit's credential is empty if root has made none.
      let line = try Self.line(of: usual)
      password = line.isEmpty ? nil : line
    }
  }

  /// The error for a file that TLS could not use.
  var unreadableFile: LineTrouble {
    let files = [("caFile", caFile), ("certificateFile", certificateFile), ("keyFile", keyFile)]
    for case (let key, let path?) in files where access(path, R_OK) != 0 {
      let code = errno
      let fix =
        key == "keyFile" && code == EACCES
        ? "if only root may read it: `sudo install -m 600 \(path) /etc/rouse/mqtt-key.pem`, and `keyFile: \"mqtt-key\"`"
        : "check `\(key)`: rouse-mqtt must be able to read it"
      return LineTrouble(
        "\(path) cannot be read: \(String(cString: strerror(code)).lowercased())", fix: fix, isLasting: true)
    }
    return LineTrouble(
      "a certificate file cannot be used", fix: "check `caFile`, `certificateFile` and `keyFile`", isLasting: true)
  }

  private static func line(of path: String) throws(LineTrouble) -> String {
    do {
      let bytes = try Descriptor.contents(of: path, limit: 1 << 12)
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    } catch {
      throw LineTrouble(
        "the password cannot be read: \(error)",
        fix: "check `passwordFile`: rouse-mqtt must be able to read it", isLasting: true)
    }
  }

  /// machine-id(5), or the host name on a machine without one.
  private static var machineID: String {
    for path in ["/etc/machine-id", "/etc/hostname"] {
      do {
        return String(decoding: try Descriptor.contents(of: path, limit: 1 << 10), as: UTF8.self)
      } catch {
        continue
      }
    }
    return ""
  }
}
