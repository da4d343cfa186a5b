import AlarmClock
import Control
import ControlService
import Glibc
import Machine
import Storage

/// A report of everything that the clock stores, with the amount of each kind.
extension RouseDaemon {
  private static let store = "rouse.sqlite"
  private static let always = "until you change it"

  func addData(to router: inout Router) {
    router.on(ShowData.self) { [self] _ in
      let categories = try await bulk.run { await dataCategories() }
      return ShowData.Reply(folder: folderPath, categories: categories, erasure: await erasures.view())
    }
    router.on(EraseData.self) { [self] in try await erasures.erase($0) }
    router.on(CancelErasure.self) { [self] _ in try await erasures.cancel() }
  }

  private func dataCategories() async -> [DataView] {
    let settings = inForce.settings
    func words(_ key: SettingKey) -> String { settings.text(of: key) ?? "" }
    return [
      await rows(
        "alarms", "alarms, timers and presets, pauses and holidays",
        [.alarms, .timers, .presets, .pauses, .calendars, .holidays],
        "\(Self.always); one-time alarms, 1d after their ring"),
      await rows("cards", "their names, and digests of what they say", [.cards], Self.always),
      await rows("settings", "those that differ from the first ones", [.settings], Self.always),
      await rows(
        "history", "each ring, and what became of it; what went on beside rings", [.history, .happenings],
        "\(words(.history)) (setting `history`), \(StoreCare.mostEvents) beside rings at most"),
      await rows(
        "rings", "what is armed, and by what no ring rings twice", [.rings],
        "400d at most, and no longer than the history"),
      await rows(
        "log", "what happened, in order", [.events],
        "\(words(.log)) (setting `log`), \(StoreCare.mostEvents) lines at most"),
      await Self.backups(ledger),
      await evidence.data(),
      await sounds.data(),
      files(
        "messages", "what the display shows for people: \(messages.all.count)", ["messages.json"], "until each ends"),
      files(
        "reminders", "what the clock has reminded of: \(reminders.book.reminders.count)", ["reminders.json"], "30d"),
      files("test", "what the last test before the night has found", ["bedtime.json"], "until the next test"),
      files("set-up", "the time zone, and a copy of the board file", ["zone", "board.json5"], Self.always),
    ]
  }

  private func files(_ category: String, _ what: String, _ names: [String], _ kept: String) -> DataView {
    Self.files(
      category, what, in: names.map { "\(folderPath)/\($0)" }, kept, place: names.joined(separator: ", "))
  }

  private func rows(
    _ category: String, _ what: String, _ tables: [Store.Table], _ kept: String
  ) async -> DataView {
    var amount = Store.Amount.zero
    // Counts one part at a time, so that a ring's outcome can be stored in between.
    for table in tables { amount = amount + (await Self.amount(of: table, in: ledger)) }
    return DataView(
      category: category, what: what, count: amount.rows, unit: "row", bytes: amount.bytes,
      since: amount.since.map { RFC3339.format($0, in: .utc) }, kept: kept, place: Self.store)
  }

  private static func amount(of table: Store.Table, in ledger: isolated Ledger) -> Store.Amount {
    if table == .events, !ledger.health.isRefusing { ledger.storeEvents() }
    return ledger.stored(try ledger.folder.store.amount(of: table)) ?? .zero
  }

  private static func backups(_ ledger: isolated Ledger) -> DataView {
    let folder = ledger.folder
    let copies = DurableFile.names(in: folder.backups.folder).map { folder.backups.folder + "/" + $0 }
    let broken = DurableFile.names(in: folder.path).filter { $0.hasPrefix("\(store).") }.map { folder.path + "/" + $0 }
    var view = files(
      "backups", "the clock's own copies of the store, and broken ones that were put aside", in: copies + broken,
      "the latest \(Backups.mostKept), one a day", place: "backups/")
    view.since = folder.backups.all().compactMap(\.time).min().map { RFC3339.format($0, in: .utc) }
    return view
  }

  fileprivate static func files(
    _ category: String, _ what: String, in paths: [String], _ kept: String, place: String
  ) -> DataView {
    let sizes = paths.compactMap(size)
    return DataView(
      category: category, what: what, count: sizes.count, unit: "file", bytes: sizes.reduce(0, +), since: nil,
      kept: kept, place: place)
  }

  private static func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}

extension EvidenceRecorder {
  fileprivate func data() -> DataView {
    let kept = folder.kept()
    let files = kept.flatMap { ring in folder.files(of: ring.name).map { "\(folder.path)/\(ring.name)/\($0)" } }
    let days = EvidenceRetention.longest.components.seconds / 86_400
    var view = RouseDaemon.files(
      "evidence", "pictures of rings: \(isOn ? "kept" : "none is kept") (setting `evidence`)", in: files,
      "\(days)d, of \(EvidenceRetention.mostRings) rings at most", place: "evidence/")
    view.since = kept.compactMap(\.time).min().map { RFC3339.format($0, in: .utc) }
    return view
  }
}

extension OwnSoundStore {
  fileprivate func data() -> DataView {
    let prepared = DurableFile.names(in: folder.preparedFolder).map { "\(folder.preparedFolder)/\($0)" }
    return RouseDaemon.files(
      "sounds", "your own, and what was prepared of them", in: sounds.map(folder.path(of:)) + prepared,
      "until you remove them", place: "sounds/")
  }
}
