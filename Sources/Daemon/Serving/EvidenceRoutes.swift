import AlarmClock
import Control
import ControlService
import FoundationEssentials
import Machine

/// Gives clients the pictures kept of rings. They cannot read the folder themselves.
extension RouseDaemon {
  func addEvidence(to router: inout Router) {
    router.on(ListEvidence.self) { [self] _ in
      ListEvidence.Reply(
        on: evidence.isOn, rings: await evidence.views(in: scheduler.zone),
        days: Int(EvidenceRetention.longest.components.seconds / 86_400), mostRings: EvidenceRetention.mostRings)
    }
    router.onStream(ReadEvidence.self) { [self] command, yield in
      try await bulk.run {
        let (name, files) = try await evidence.files(of: command.ring)
        for (index, file) in files.enumerated() {
          let bytes = try await evidence.contents(of: file, in: name)
          try await yield(EvidenceFile(file: file, data: Data(bytes).base64EncodedString()))
          // Logged with the first file, so that a client that disconnects early is logged too.
          if index == 0 { events.append(.evidenceRead, detail: name) }
        }
      }
    }
    router.on(DeleteEvidence.self) { [self] command in
      do {
        if let ring = command.ring { try await evidence.delete(ring) }
        let rings = if command.ring == nil { try await evidence.deleteAll() } else { 1 }
        if rings > 0 { await ledger.noteForGood("pictures of rings") }
        return DeleteEvidence.Reply(rings: rings)
      } catch let error as SystemError {
        throw ControlError(
          .cannotWrite, "not all of the evidence was deleted", why: error.description,
          fix: "sudo rm -r \(evidence.folder.path)")
      }
    }
  }

  /// Applies the `evidence` setting after a possible change, and returns notes for the user.
  func followEvidenceSetting() async -> [String] {
    guard !evidence.isOn else {
      return [
        "From the next ring on, the camera's last pictures of each are kept, for "
          + "\(EvidenceRetention.longest.components.seconds / 86_400) days. Codes that were read are covered; one that "
          + "could not be read is not, and another program may read it. Tell everybody who sleeps there."
      ]
    }
    do {
      let count = try await evidence.deleteUnwanted()
      return count == 0 ? [] : ["The pictures that were kept of \(EvidenceRetention.rings(count)) are deleted."]
    } catch {
      return ["What was kept could not all be deleted (\(error)): sudo rm -r \(evidence.folder.path)"]
    }
  }
}

extension EvidenceRecorder {
  func views(in zone: ZoneRules) -> [EvidenceView] {
    folder.kept().map { kept in
      let ring = folder.ring(named: kept.name)
      let ended = ring.flatMap { RFC3339.parse($0.ended) }.map { RFC3339.format($0, in: zone) }
      return EvidenceView(
        ring: kept.name, alarmId: ring?.alarmId, label: ring?.label, outcome: ring?.outcome, ended: ended,
        pictures: folder.files(of: kept.name).filter { $0.hasSuffix(".png") }.count, bytes: Int(kept.bytes))
    }
  }

  func files(of text: String) throws(ControlError) -> (name: String, files: [String]) {
    let name = try EvidenceFolder.find(text, among: folder.kept().map(\.name))
    return (name, folder.files(of: name))
  }

  func contents(of file: String, in name: String) throws(ControlError) -> [UInt8] {
    do { return try folder.contents(of: file, in: name) } catch {
      throw ControlError(
        .nothingFound, "the evidence cannot be read", why: error.description,
        fix: "it may have been deleted meanwhile; see what there is: `rouse evidence list`")
    }
  }

  func delete(_ text: String) throws {
    let name = try EvidenceFolder.find(text, among: folder.kept().map(\.name))
    try folder.delete([name])
    events.append(.evidenceDeleted, detail: name)
  }
}
