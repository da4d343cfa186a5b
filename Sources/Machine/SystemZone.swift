import AlarmClock
import Glibc

/// The reason why a zone cannot be read and how to fix it, as messages for the user.
package struct ZoneFailure: Error, Hashable, Sendable {
  package var what: String
  package var fix: String
}

/// The machine's time zone setting: the TZ environment variable, or else /etc/localtime (tzset(3), localtime(5)).
package struct SystemZone: Sendable {
  /// A link to the zone's file, or a copy of that file.
  let localtime: String
  /// TZ, with or without its leading colon; empty if it is not set.
  private let variable: Box<String>

  package init(
    localtime: String = "/etc/localtime", variable: String = getenv("TZ").map { String(cString: $0) } ?? ""
  ) {
    self.localtime = localtime
    self.variable = Box(variable)
  }

  package func use(_ zone: String) { variable.value = zone }

  /// Reads the zone without blocking, whatever file is there. The suggested fix names `last`, the zone read before.
  package func read(after last: String?) -> Result<KeptZone, ZoneFailure> {
    let reason: String
    do throws(SystemError) {
      let name = name
      let data = try Descriptor.contents(of: file)
      // Another zone was set between the two reads.
      guard name == self.name else { return read(after: last) }
      do throws(ZoneError) { return .success(try KeptZone(name: name, data: data)) } catch {
        reason = "\(file): \(error.reason)"
      }
    } catch {
      reason = error.description
    }
    let zone = environment.map { "the time zone '\($0)' in TZ" } ?? "the time zone of \(localtime)"
    return .failure(ZoneFailure(what: "\(zone) cannot be read: \(reason)", fix: remedy(last: last)))
  }

  package var environmentFile: String? { environment.map { $0.hasPrefix("/") ? $0 : ZoneDatabase.folder + $0 } }

  private var environment: String? {
    let variable = variable.value
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    return name.isEmpty ? nil : name
  }

  private var file: String { environmentFile ?? localtime }

  /// The name in TZ or in the link's target, such as `Europe/Berlin`.
  private var name: String {
    if let environment, !environment.hasPrefix("/") { return environment }
    let target = DurableFile.target(ofLink: file) ?? ""
    guard let range = target.firstRange(of: "zoneinfo/"), !target.utf8.contains(where: { $0 < 0x20 }) else {
      return environment ?? "localtime"
    }
    return String(target[range.upperBound...])
  }

  private func remedy(last: String?) -> String {
    var status = stat()
    // The link is correct, but its target is damaged.
    if let resolved = DurableFile.resolved(file), resolved.hasPrefix(ZoneDatabase.folder), stat(resolved, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    {
      return "sudo apt-get install --reinstall tzdata"
    }
    guard environment == nil else {
      return
        "sudo systemctl edit rouse, and set TZ to a name from `timedatectl list-timezones`, or remove it; "
        + "then sudo systemctl restart rouse"
    }
    let isKnown = last.map { !$0.hasPrefix("/") && access(ZoneDatabase.folder + $0, R_OK) == 0 } ?? false
    let (zone, hint) =
      isKnown ? (last ?? "", "") : (ZoneAdvice.example, " (or where you are: `timedatectl list-timezones`)")
    // A link cannot replace a folder.
    let isFolder = lstat(localtime, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    return (isFolder ? "sudo rm -r \(localtime) && " : "") + ZoneAdvice.setCommand(zone) + hint
  }
}
