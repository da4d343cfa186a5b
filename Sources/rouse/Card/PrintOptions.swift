import AlarmClock
import ArgumentParser
import Control
import Pictures

/// How a card is printed.
struct PrintOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How wide the card is, 4cm to 18cm; 7cm where nothing is said, 9cm for a camera of fixed focus.",
      valueName: "width"))
  var size: String?
  @Option(help: ArgumentHelp("How often it is drawn on a page: each of them is this card.", valueName: "number"))
  var copies: Int?
  @Option(help: ArgumentHelp("The page of a PDF, or of several copies: a4, letter.", valueName: "page"))
  var page: PrintedCard.Page?

  var isGiven: Bool { size != nil || asksForPage }
  var asksForPage: Bool { copies != nil || page != nil }

  /// In millimetres.
  func width() throws(InvalidValue) -> Double { try size.map(Self.millimetres) ?? 70 }

  /// Of a picture that is no page unless one is asked for, in millimetres.
  func pictureWidth() throws(InvalidValue) -> Double {
    page != nil || (copies ?? 1) > 1 ? (page ?? .a4).width : try width()
  }

  /// `6cm`, `60mm`, `2.5in`.
  static func millimetres(_ text: String) throws(InvalidValue) -> Double {
    let lower = text.lowercased()
    for (unit, length) in [("mm", 1.0), ("cm", 10.0), ("in", 25.4)] where lower.hasSuffix(unit) {
      let number = lower.dropLast(unit.count)
      guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let value = Double(number) else {
        break
      }
      guard PrintedCard.widths.contains(value * length) else {
        throw InvalidValue(
          field: "--size", value: text,
          reason: "a card is 4 cm to 18 cm wide, so that a camera reads it and a page holds it",
          remedy: "give a width in that range, as 6cm")
      }
      return value * length
    }
    throw InvalidValue(field: "--size", value: text, reason: "it is no width", remedy: "give one as 6cm, 60mm or 2.5in")
  }

  /// The drawing: a page where there are several copies, or where a page is asked for.
  func svg(of card: PrintedCard, isPage: Bool) throws(InvalidValue) -> String {
    let page = page ?? .a4
    let copies = copies ?? 1
    guard (1...card.count(on: page)).contains(copies) else {
      throw InvalidValue(
        field: "--copies", value: "\(copies)", reason: "1 to \(card.count(on: page)) cards of this size fit one page",
        remedy: "give as many, or a smaller `--size`")
    }
    return isPage || copies > 1 || self.page != nil ? card.svg(copies: copies, on: page) : card.svg
  }
}

extension PrintedCard.Page: ExpressibleByArgument {}
