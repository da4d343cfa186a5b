import Glibc
import TestSupport

/// A real mosquitto on a loopback port, set up as the page in `deploy/mosquitto` says, with the files there.
final class ShippedBroker {
  enum Certificate: String, CaseIterable {
    case good, expired
    /// For another host.
    case elsewhere
    /// Signed by an unknown authority.
    case strange
  }

  static let isHere = Broker.isHere && Broker.hasOpenSSL
  static let absence = "mosquitto or openssl is not installed: deploy/setup Tests/WholePathTests/packages"
  static let accounts = ["homeassistant", "fleet", "bedroom", "hall"]

  let folder: String
  let port: UInt16
  private var count = 0
  private var programs: [Program] = []

  /// - Parameter asksForCertificates: whether clients need the account's certificate, or the password `secret`.
  init(in folder: String, _ certificate: Certificate = .good, asksForCertificates: Bool = false) async throws {
    self.folder = folder + "/broker"
    port = try Broker.freePort()
    mkdir(self.folder, 0o700)
    mkdir(self.folder + "/certs", 0o700)
    let shipped = String(#filePath.dropLast("Tests/WholePathTests/ShippedBroker.swift".count)) + "deploy/mosquitto"
    let script = ["/bin/bash", "-ec", Self.script, "bash", self.folder, shipped, certificate.rawValue, "\(port)"]
    try await Broker.run(script, in: folder)
    let passwords = self.folder + "/rouse.passwords"
    try Files.write("", to: passwords)
    if asksForCertificates {
      let more = "cafile \(self.folder)/certs/ca.crt\nrequire_certificate true\nuse_identity_as_username true\n"
      try Files.write(Files.text(self.folder + "/mosquitto.conf") + more, to: self.folder + "/mosquitto.conf")
    } else {
      try await Broker.add(Self.accounts, to: passwords, in: folder)
    }
    try Files.write("secret\n", to: self.folder + "/password")
    programs.append(
      try await Broker.started(self.folder + "/mosquitto.conf", outputTo: self.folder + "/mosquitto"))
  }

  deinit { for program in programs { program.killBelow() } }

  /// The page's commands, with an address instead of a name and keys that are quick to make; `ca` and `other` sign.
  private static let script = """
    cd "$1/certs"
    key=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes)
    for ca in ca other; do
      openssl req -x509 "${key[@]}" -days 2 -subj "/CN=$ca" -keyout $ca.key -out $ca.crt
    done
    sign() {
      openssl req "${key[@]}" -subj "/CN=$2" -keyout "$1.key" -out "$1.csr"
      openssl x509 -req -in "$1.csr" -CA "$3.crt" -CAkey "$3.key" -CAcreateserial -days "$4" -out "$1.crt" \\
        -extfile <(echo "subjectAltName=$5")
    }
    case $3 in
    good) sign broker broker ca 2 IP:127.0.0.1 ;;
    expired) sign broker broker ca -1 IP:127.0.0.1 ;;
    elsewhere) sign broker elsewhere ca 2 DNS:elsewhere ;;
    strange) sign broker broker other 2 IP:127.0.0.1 ;;
    esac
    sign client bedroom ca 2 DNS:bedroom
    cp "$2/rouse.acl" "$1/"
    sed -e "s|/etc/mosquitto|$1|; s|^listener 8883|listener $4 127.0.0.1|" "$2/rouse.conf" >"$1/mosquitto.conf"
    # Started by root it becomes another user, who could not read these.
    printf 'user root\\npersistence false\\n' >>"$1/mosquitto.conf"
    """

  private func connection(_ user: String) -> [String] {
    let account = ["-u", user, "-P", "secret", "--cafile", folder + "/certs/ca.crt"]
    return ["-V", "mqttv5", "-h", "127.0.0.1", "-p", "\(port)"] + account
  }

  /// Starts a reader of everything that an account may read, one line per message.
  func listen(as user: String) throws -> Program {
    count += 1
    let words = connection(user) + ["-t", "#", "-q", "1", "-F", "%t %r %p"]
    let reader = try Broker.client("mosquitto_sub", words, outputTo: "\(folder)/listener\(count)")
    programs.append(reader)
    return reader
  }

  func publish(as user: String, _ topic: String, _ text: String) async throws {
    count += 1
    let said = try Program(
      ["/usr/bin/mosquitto_pub"] + connection(user) + ["-t", topic, "-m", text, "-q", "1"], environment: [],
      outputTo: "\(folder)/publisher\(count)")
    _ = try await said.result()
  }
}
