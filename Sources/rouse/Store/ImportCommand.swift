import AlarmClock
import ArgumentParser
import Control

struct ImportCommand: Verb {
  static let about = CommandConfiguration("import")

  @Argument(help: "The file to read; - for standard input.", completion: .file())
  var file: String
  @Flag(help: "Where the two clocks differ, keep mine.")
  var mine = false
  @Flag(help: "Where the two clocks differ, use theirs.")
  var theirs = false
  @Flag(help: "Where the two clocks differ, keep both; for settings, keep mine.")
  var both = false
  @Flag(help: "Replace all my cards with theirs.")
  var cards = false
  @Flag(help: "Only show the differences.")
  var dryRun = false
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func validate() throws {
    guard [mine, theirs, both].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give only one of --mine, --theirs and --both.")
    }
  }

  private var choiceOfAll: ImportChoice? { mine ? .mine : theirs ? .theirs : both ? .both : nil }

  func run() throws {
    let input = try InputFile.copy(file)
    var shown = try compare(input, cards: cards)
    if !format.json { try show(shown) }
    if dryRun { return try end(shown, choiceOfAll.map { ImportChoices(all: $0) }, nil) }
    let asksSomebody = Confirmation.isAnybodyThere && !format.json && choiceOfAll == nil
    if asksSomebody, !cards, let differing = shown.facts.cards, differing.obstacle == nil,
      try ImportAsker.takesCards()
    {
      shown = try compare(input, cards: true)
      try show(shown)
    }
    guard !shown.isNothing else { return try end(shown, nil, nil) }
    let choices = try choices(of: shown, asksSomebody)
    if Confirmation.isAnybodyThere || ImportText.replaces(shown, choices) {
      try confirmation.ask("nothing was imported") { ImportText.lines(shown, choices) }
    }
    let result: ImportView
    do throws(ControlError) { result = try finish(input, shown, choices) } catch {
      // The clock has changed since it was shown: show it again.
      if error.code == .tryAgain, !format.json, let now = again(input, shown) { try show(now) }
      throw error
    }
    try end(shown, choices, result)
  }

  // MARK: Steps

  /// Opens a connection for each step: the service closes one that is idle while the user reads.
  private func handOver(_ input: borrowing InputFile) throws(ControlError) -> (client: ControlClient, upload: Int) {
    let client = try connection.open()
    let upload = try client.send(BeginImport(size: input.size)).upload
    try input.handOver(to: client, as: upload)
    return (client, upload)
  }

  private func compare(_ input: borrowing InputFile, cards: Bool) throws(ControlError) -> ImportShown {
    let (client, upload) = try handOver(input)
    var facts: ImportFacts?
    var items: [ImportItem] = []
    try client.stream(CompareImport(upload: upload, cards: cards)) { (page) throws(ControlError) in
      facts = facts ?? page.facts
      items += page.items
    }
    guard let facts else { throw .notUnderstood(why: "the comparison has no summary") }
    return ImportShown(facts: facts, items: items, isWithCards: cards)
  }

  private func finish(
    _ input: borrowing InputFile, _ shown: ImportShown, _ choices: ImportChoices
  ) throws(ControlError) -> ImportView {
    let (client, upload) = try handOver(input)
    return try client.send(
      FinishImport(
        upload: upload, token: shown.facts.token, cards: shown.isWithCards, choices: choices,
        confirmed: confirmation.yes || Confirmation.isAnybodyThere))
  }

  private func again(_ input: borrowing InputFile, _ shown: ImportShown) -> ImportShown? {
    do throws(ControlError) {
      let now = try compare(input, cards: shown.isWithCards)
      return now.facts.token == shown.facts.token ? nil : now
    } catch {
      return nil
    }
  }

  private func choices(of shown: ImportShown, _ asksSomebody: Bool) throws(ControlError) -> ImportChoices {
    if let choiceOfAll { return ImportChoices(all: choiceOfAll) }
    guard !shown.toChoose.isEmpty else { return ImportChoices(all: .mine) }
    guard asksSomebody else {
      throw ControlError(
        .usage, "nothing was imported: \(Table.count(shown.toChoose.count, "difference")) left to choose",
        why: "no choice was given, and there is no terminal to ask at",
        fix: "choose for all: `--mine`, `--theirs` or `--both`; or name the file at a terminal")
    }
    return try ImportAsker.choices(of: shown.toChoose)
  }

  // MARK: Text

  private func show(_ shown: ImportShown) throws(ControlError) {
    let lines = ImportText.listing(shown).map { line in
      let indent = line.hasPrefix("  ") ? "  " : ""
      return Style.output.wrapped(String(line.dropFirst(indent.count)), first: indent, next: indent + indent)
    }
    try Output.line(lines.joined(separator: "\n"))
  }

  private func end(_ shown: ImportShown, _ choices: ImportChoices?, _ result: ImportView?) throws(ControlError) {
    let facts = shown.facts
    let document = Document(
      items: shown.items, taken: facts.taken, cards: facts.cards, alike: facts.alike, staying: facts.staying,
      leftOut: facts.leftOut, doubt: facts.doubt, choices: choices, result: result)
    try format.print(document) {
      if dryRun { return "\nNothing was changed." }
      guard let result, result.before != nil || result.added + result.changed > 0 else {
        return "\nNothing to do: " + (shown.toChoose.isEmpty ? "this clock already has everything." : "yours stays.")
      }
      return "\n" + ImportText.sentence(result, file)
    }
    Output.notes(result?.notes ?? [])
  }

  private struct Document: Encodable {
    var items: [ImportItem]
    @OrNull var taken: String?
    @OrNull var cards: ImportCards?
    var alike: Int
    var staying: [SettingKey]
    var leftOut: [String]
    @OrNull var doubt: String?
    @OrNull var choices: ImportChoices?
    @OrNull var result: ImportView?
  }
}

struct ImportShown {
  var facts: ImportFacts
  var items: [ImportItem]
  /// Whether their cards were requested. Nothing is taken if both clocks have the same cards.
  var isWithCards = false

  var toChoose: [ImportItem] { items.filter { !$0.choices.isEmpty } }
  var takesCards: Bool { facts.cards?.taken == true }
  var isNothing: Bool { !takesCards && items.allSatisfy { $0.isKept } }
}
