import ArgumentParser
import Control

struct RestoreCommand: Verb {
  static let about = CommandConfiguration("restore")

  @Argument(help: "The file to read; - for standard input.", completion: .file())
  var file: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func run() throws {
    let input = try InputFile.copy(file)
    // Use a separate connection: the service closes one that is idle while the user reads.
    try confirmation.ask("nothing was restored") { () throws(ControlError) in try Self.lines(try connection.open()) }
    let client = try connection.open()
    let upload = try client.send(BeginRestore(size: input.size)).upload
    try input.handOver(to: client, as: upload)
    if Terminal.isOutput, !format.json, input.size > BackupPiece.mostBytes {
      Output.note("Checking it; each sound takes a few seconds…")
    }
    let restored = try client.send(FinishRestore(upload: upload))
    try format.print(restored) {
      let counts = [
        Table.count(restored.alarms, "alarm"), Table.count(restored.cards, "card"),
        Table.count(restored.settings, "setting"), Table.count(restored.sounds, "sound") + " of your own",
      ].joined(separator: ", ")
      let taken = restored.taken.map { ", as of \(TimePhrase.stamp($0))" } ?? ""
      return "Restored from \(Terminal.printable(file))\(taken): \(counts).\n"
        + "The earlier data is in \(Terminal.printable(restored.before))."
    }
    Output.notes(restored.notes)
  }

  private static func lines(_ client: ControlClient) throws(ControlError) -> [String] {
    var alarms = 0
    try client.stream(ListAlarmRows()) { alarms += $0.rows.count }
    let cards = try client.send(ListCards()).cards.count
    let settings = try client.send(ListSettings()).settings.count { !$0.isDefault }
    let sounds = try client.send(ListSounds()).sounds.count { $0.category == SoundView.own }
    return lines(alarms: alarms, cards: cards, settings: settings, sounds: sounds)
  }

  static func lines(alarms: Int, cards: Int, settings: Int, sounds: Int) -> [String] {
    let all =
      "The backup will replace the current data: \(Table.count(alarms, "alarm")), \(Table.count(cards, "card")), "
      + "\(Table.count(settings, "setting")). The current data is copied first."
    guard sounds > 0 else { return [all] }
    let own = "Your own sounds (\(sounds)) stay, except files that the backup replaces under the same name."
    return [all, own]
  }
}
