import Control
import Glibc

extension SetupGuide {
  private func cards() throws(ControlError) -> [CardView] { try connection.ask(ListCards()).cards }

  /// Returns `bathroom.png`, `bathroom-2.png` and so on: the first that is not taken.
  private static func free(_ name: String, ending: String = "", isTaken: (String) -> Bool) -> String {
    let names = (1...).lazy.map { $0 == 1 ? name + ending : "\(name)-\($0)\(ending)" }
    return names.first { !isTaken($0) } ?? name + ending
  }

  func makeCard() throws(ControlError) { try makeCard(SetupQuestion.card, least: 1) }
  func makeSpare() throws(ControlError) { try makeCard(SetupQuestion.spare, least: 2) }

  /// Makes or enrolls a card if fewer than `least` are enrolled.
  private func makeCard(_ questions: SetupQuestion.OfCard, least: Int) throws(ControlError) {
    let all = try cards()
    let cards = all.filter { $0.kind == .dismiss }
    let enrolled = cards.filter { $0.enrolled }.map { Terminal.printable($0.name) }
    if enrolled.count >= least { return try say("Done before: \(enrolled.joined(separator: ", ")).") }
    if least == 2, decided(questions.source) == "none" { return try say("Done before: you want no spare.") }
    let what = least == 1 ? "a card: without one no alarm can be set" : "a spare card: a lost card cannot be made again"
    // The first card comes before the spare.
    guard enrolled.count == least - 1 else { return try leave(what) }
    // Made earlier, but not shown to the camera yet.
    if let made = cards.first(where: { !$0.enrolled }) {
      let name = Terminal.printable(made.name)
      try say("The card \(name) was made, and works once the camera has seen it.")
      if try show(questions, made.name) { return }
      return try leave("to show the card \(name) to the camera; if it is lost: `rouse card remove \(made.id)`")
    }
    if least == 1 { try say("Hang it where you must get out of bed for it: the bathroom, the kitchen.") }
    var isMade = false
    let isDone = try persist { () throws(ControlError) in
      guard let source = try ask(questions.source) else { return .later }
      if source == "none" {
        keep(source, to: questions.source)
        return .done
      }
      // Offer names that no card and no file has.
      let free = Self.free(questions.name.fallback) { name in all.contains { $0.name == name } }
      guard let name = try ask(questions.name, fallback: free) else { return .later }
      if source == "code" {
        guard let place = try ask(questions.image) else { return .later }
        let image = place == SetupQuestion.OfCard.beforeTheCamera ? [] : ["--image", place]
        return try run(["card", "add", name] + image) ? .done : .failed
      }
      let freeFile = Self.free(name, ending: ".png") { access($0, F_OK) == 0 }
      guard let file = try ask(questions.file, fallback: freeFile) else { return .later }
      guard try run(["card", "new", name, "--output", file]) else { return .failed }
      isMade = true
      return try show(questions, name) ? .done : .later
    }
    guard !isDone else { return }
    try leave(isMade ? "to print the card and show it to the camera (`rouse card test`, or `rouse setup`)" : what)
  }

  /// Asks to show the new card to the camera. Returns `false` if that is left for later.
  private func show(_ questions: SetupQuestion.OfCard, _ name: String) throws(ControlError) -> Bool {
    try persist { () throws(ControlError) in
      guard try ask(questions.ready) == "yes" else { return .later }
      guard try run(["card", "test", "--for", "60s"]) else { return .failed }
      // The camera may have seen another card.
      return try cards().contains { $0.name == name && $0.enrolled } ? .done : .failed
    }
  }
}
