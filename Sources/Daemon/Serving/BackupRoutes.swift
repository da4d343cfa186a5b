import Control
import ControlService
import FoundationEssentials
import Glibc
import Machine
import Storage

extension RouseDaemon {
  func addBackups(to router: inout Router) {
    router.onStream(TakeBackup.self) { [self] _, yield in
      try await bulk.run {
        let copy = try await Self.copy(of: ledger)
        try await Self.send(copy, OutgoingSounds(shelf, minimal: minimal), yield)
      }
    }
    router.on(BeginRestore.self) { [self] in
      BeginRestore.Reply(upload: try await restores.begin(size: $0.size))
    }
    router.perform(UploadRestore.self) { [self] in
      try await restores.take($0.upload, try Self.bytes(ofPiece: $0.data))
    }
    router.on(FinishRestore.self) { [self] command in
      var restored = try await Origin.during("restore") { try await restores.finish(command.upload) }
      restored.notes += await notesAfterRestore()
      return restored
    }
    router.on(BeginImport.self) { [self] in
      BeginImport.Reply(upload: try await restores.begin(size: $0.size, for: .inclusion))
    }
    router.onStream(CompareImport.self) { [self] command, yield in
      try await bulk.run {
        let shown = ImportViews(try await restores.compare(command.upload, cards: command.cards), like: views)
        for (index, items) in shown.items.pieces(of: ImportPage.mostItems).enumerated() {
          try await yield(ImportPage(facts: index == 0 ? shown.facts : nil, items: items))
        }
      }
    }
    router.on(FinishImport.self) { [self] command in
      var imported = try await Origin.during("import") { try await restores.finishImport(command) }
      imported.notes += await notesAfterRestore()
      return imported
    }
  }

  private func notesAfterRestore() async -> [String] {
    let missing = await ledger.show { commands.sounds.notesOnMissing }
    return missing + (await followEvidenceSetting())
  }

  /// Returns a consistent copy of the store, as an open file without a name.
  static func copy(of ledger: isolated Ledger) throws(ControlError) -> Descriptor {
    let folder = ledger.folder
    ledger.storeEvents()
    do {
      guard !folder.isLost else { throw StorageError(.corrupt, "copying the store", "it is broken") }
      let scratch = try ScratchFolder()
      let path = scratch.path + "/copy"
      try folder.store.copy(to: path)
      return try Descriptor(opening: path, O_RDONLY)
    } catch {
      throw ControlError(
        .cannotCreate, "no copy of the store could be made", why: "\(error)",
        fix: "free memory and space (`df -h /dev/shm /tmp`), see `rouse status`, then try again")
    }
  }

  private static func send(
    _ copy: Descriptor, _ sounds: OutgoingSounds, _ yield: @Sendable (BackupPiece) async throws -> Void
  ) async throws {
    let size = Int(lseek(copy.number, 0, SEEK_END))
    func piece(_ bytes: ArraySlice<UInt8>, _ notes: [String] = []) -> BackupPiece {
      BackupPiece(
        data: Data(bytes).base64EncodedString(), size: size + sounds.size, sounds: sounds.count, notes: notes)
    }
    var buffer = [UInt8](repeating: 0, count: BackupPiece.mostBytes)
    var offset = 0
    while offset < size {
      // Never waits long: the copy is in memory or was just written to a file.
      let count = pread(copy.number, &buffer, buffer.count, offset)
      guard count > 0 else {
        throw ControlError(
          .internal, "the copy of the store cannot be read", why: String(cString: strerror(errno)), fix: "try again")
      }
      try await yield(piece(buffer[..<count], offset == 0 ? sounds.notes : []))
      offset += count
    }
    try await sounds.send(BackupPiece.mostBytes) { try await yield(piece($0)) }
  }

  static func bytes(ofPiece text: String) throws(ControlError) -> [UInt8] {
    guard let bytes = Data(base64Encoded: text) else {
      throw ControlError(
        .usage, "the piece is not base64", why: "it could not be read", fix: "use the `rouse` command")
    }
    return [UInt8](bytes)
  }
}
