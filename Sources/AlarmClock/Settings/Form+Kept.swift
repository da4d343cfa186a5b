extension Form<Duration?> {
  private static let years: [(word: String, length: Duration)] = [
    ("1y", .seconds(365 * 86_400)), ("2y", .seconds(2 * 365 * 86_400)),
  ]
  private static let forever = "forever"
  private static let span = Form<Duration>.span(
    .seconds(30 * 86_400) ... .seconds(3650 * 86_400), "30d to 3650d, or `1y`, `2y` or `forever`",
    other: "`1y`, `2y`, `forever`, or ")

  static let kept = Form(
    parse: { typed throws(InvalidValue) in
      let word = typed.text.lowercased()
      if word == forever { return nil }
      if let year = years.first(where: { $0.word == word }) { return year.length }
      return try span.parse(typed)
    },
    text: { kept in
      guard let kept else { return forever }
      return years.first { $0.length == kept }?.word ?? span.text(kept)
    })
}
