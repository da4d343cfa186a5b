import Control

extension StorageView {
  init(_ ledger: isolated Ledger) {
    let (folder, health) = (ledger.folder, ledger.health)
    let notices = [
      ledger.replacement.map { "\($0). To dismiss this: `rouse acknowledge`" },
      health.backupError.map { "no backup could be made: \($0)" }, folder.store.isLogAstray ? StateFolder.lostLog : nil,
      folder.textOfFlaws,
    ].compactMap(\.self)
    self.init()
    self.folder = folder.path
    writable = folder.isWritable && folder.displacement == nil && health.error == nil
    error = health.error?.description ?? folder.problem ?? folder.displacement
    notice = notices.isEmpty ? nil : notices.joined(separator: "; ")
    unstored = ledger.rings.unrecorded.count
  }
}
