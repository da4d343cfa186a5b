import Control
import Storage

private let fewBytes: Int64 = 64 << 20
private let hardlyAny: Int64 = 4 << 20

/// `storage` is `nil` without a service. `isSeen`: the system was looked at just now, so an unknown state is a problem.
func folderFacts(_ path: String, _ storage: StorageView?, _ system: SystemLook?, isSeen: Bool) -> [Fact] {
  let readOnly = "it is read-only"
  let refusal = storage.flatMap { $0.writable ? nil : $0.error ?? readOnly }
  let isHidden = isSeen && (system?.freeBytes == nil || system?.fileSystem == nil)
  let error =
    refusal ?? (system?.isReadOnly ?? false ? readOnly : nil) ?? (isHidden ? "it cannot be looked at" : nil)
  return [system?.freeBytes.map { spaceFact($0, in: path) }, stateFact(path, system?.fileSystem, error)]
    .compactMap(\.self)
}

private func spaceFact(_ bytes: Int64, in path: String) -> Fact {
  let free = "\(bytes >> 20) MB are free in \(path)"
  return switch bytes {
  case ..<hardlyAny:
    .problem(.space, free, why: "alarms can no longer be changed", fix: "make room: sudo du -xh / | sort -h | tail")
  case ..<fewBytes:
    .warning(.space, free, why: "it will soon be full", fix: "make room: sudo journalctl --vacuum-size=50M")
  default: .ok(.space, free)
  }
}

private func stateFact(_ path: String, _ fileSystem: String?, _ error: String?) -> Fact? {
  if let error {
    return .problem(
      .state, "\(path) cannot be written: \(error)",
      why: "alarms cannot be changed; those that are stored ring",
      fix: "sudo chown -R rouse: \(path); if the disk is read-only: sudo mount -o remount,rw /; one that "
        + "comes to be so by itself has failed: `sudo dmesg | grep -i -e mmc -e ext4`")
  }
  guard let kind = fileSystem else { return nil }
  guard ["tmpfs", "ramfs", "overlay"].contains(kind) else { return .ok(.state, "\(path) is kept on \(kind)") }
  return .problem(
    .state, "\(path) is on \(kind)",
    why: kind == "overlay"
      ? "with an overlay in memory, as of raspi-config, alarms are gone after a reboot"
      : "it is memory: alarms are gone after a reboot",
    fix: "keep it on a disk: `rouse daemon --state DIR`, or turn the overlay off: sudo raspi-config nonint "
      + "disable_overlayfs")
}

/// - Parameter replacement: how another store took the place of a broken one, or `nil`.
func storeFact(_ flaw: StorageError?, replacement: String?) -> Fact? {
  if let flaw {
    // A store that another program holds is unknown, not flawed.
    guard flaw.kind != .busy else { return nil }
    return .problem(
      .store, "\(flaw)", why: "alarms, cards and settings could be lost at the next start",
      fix: "see what `rouse status` says of the storage; a whole copy comes back by `rouse restore FILE`")
  }
  guard let replacement else { return .ok(.store, "what is stored is sound") }
  return .warning(
    .store, replacement, why: "changes that the copy does not have are lost",
    fix: "check `rouse alarm list` and `rouse card list`, then `rouse acknowledge`")
}
