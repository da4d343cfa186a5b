import Control

/// The document that verbs about one sound print.
struct SoundDocument: Encodable {
  var sound: SoundView
}

/// Sounds in words.
enum SoundText {
  static func listing(_ sound: SoundView) -> String {
    var listing = Listing()
    listing.add("id", sound.id)
    listing.add("name", Terminal.printable(sound.name))
    listing.add("category", sound.category)
    listing.add("description", Terminal.printable(sound.description))
    listing.add("available", sound.available ? "yes" : "no")
    if let problem = sound.problem { listing.add(sound.available ? "problem" : "why not", Terminal.printable(problem)) }
    if let fix = sound.fix { listing.add("fix", Terminal.printable(fix)) }
    return listing.rendered()
  }

  /// After the name of a sound that is gone: ` gone (missing: tone plays)`.
  static func missing(_ playsInstead: String?) -> String {
    playsInstead.map { " gone (missing: \(Terminal.printable($0)) plays)" } ?? ""
  }

  static func noSounds(in category: String?, categories: [String]) -> ControlError {
    guard let category, category != SoundView.own, !categories.isEmpty else {
      return ControlError(
        .nothingFound, "No sounds available",
        why: category == nil ? "the daemon knows none" : "nobody has added any, or their files are gone",
        fix: "add one: `rouse sound add FILE`, then try again: `rouse sound list`",
        stillWorks: category == nil ? "alarms" : "the built-in sounds: `rouse sound list`")
    }
    var distinct: [String] = []
    for category in categories + [SoundView.own] where !distinct.contains(category) { distinct.append(category) }
    return ControlError(
      .nothingFound, "No sounds available", why: "there are none of the category \(category)",
      fix: "try again with one of: \(distinct.joined(separator: ", "))")
  }
}
