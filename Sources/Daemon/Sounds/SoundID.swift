import AlarmClock
import Control

/// The ids of the user's own sounds, which are made from file names.
enum SoundID {
  /// Words with another meaning where a sound is chosen.
  static let reserved = ["default", "off", "none", "on"]
  /// A name that the folder of sounds keeps for itself.
  static let preparedFolder = "prepared"
  /// In bytes, without the number.
  private static let longest = 32

  /// Returns lowercase letters, digits and `-`, as in `guten-morgen` for `Guten Morgen!.flac`; numbered if taken.
  static func make(
    of file: String, taken: some Collection<String>, reserved: [String] = reserved
  ) -> String {
    var id = ""
    for scalar in stem(of: file).lowercased().unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        id.unicodeScalars.append(scalar)
      } else if let letters = letters[Character(scalar)] {
        id += letters
      } else if scalar.properties.generalCategory != .nonspacingMark, !id.isEmpty, id.last != "-" {
        id += "-"
      }
    }
    id = String(id.prefix(longest).reversed().drop { $0 == "-" }.reversed())
    if id.isEmpty { id = "sound" }
    var candidate = id
    var count = 1
    while taken.contains(candidate) || reserved.contains(candidate) {
      count += 1
      candidate = "\(id)-\(count)"
    }
    return candidate
  }

  /// Whether `make` may have returned this id. Such an id cannot lead out of the folder.
  static func isValid(_ id: String) -> Bool {
    (1...2 * longest).contains(id.utf8.count) && !reserved.contains(id)
      && id.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
  }

  static func stem(of file: String) -> String {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }

  /// Returns the given name with the original extension: never a path or a name that the folder keeps for itself.
  static func fileName(_ given: String, called name: String?) throws(ControlError) -> String {
    do throws(InvalidValue) {
      let base = given.split(separator: "/").last.map(String.init) ?? ""
      let own = try checkedName(base, field: "the file's name", mayBeEmpty: false)
      let file =
        try name.map { name throws(InvalidValue) in
          let ending = own.dropFirst(stem(of: own).count)
          return try checkedName(name, field: "--name", mayBeEmpty: false).replacing("/", with: "-") + ending
        } ?? own
      guard !file.hasPrefix("."), file.utf8.count <= 200, file != preparedFolder else {
        throw InvalidValue(
          field: name == nil ? "the file's name" : "--name", value: file, reason: "no sound's file can be called that",
          remedy: "give a name of letters and digits with `--name`")
      }
      return file
    } catch {
      throw ControlError(error)
    }
  }

  private static let letters: [Character: String] = {
    var letters: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"]
    let plain = [
      "a": "àáâãåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı",
      "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț",
      "u": "ùúûũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
    ]
    for (letter, accented) in plain { for character in accented { letters[character] = letter } }
    return letters
  }()
}
