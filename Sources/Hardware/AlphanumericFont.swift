/// The shapes of characters on fourteen segments, numbered as on common HT16K33 backpacks: bits 0…5 are the outer
/// segments a…f as in `SegmentFont`, 6 and 7 the left and right half of the middle bar, 8…13 the inner strokes, and 14
/// the decimal point at the lower right.
///
///      ──a──        bit 6  1     bit 10 k
///     f╲ j ╱b       bit 7  2     bit 11 l
///     │ h│k │       bit 8  h     bit 12 m
///      ─1 2─        bit 9  j     bit 13 n
///     │ l│n │
///     e╱ m ╲c
///      ──d── .
public enum AlphanumericFont {
  /// Returns the segments of an ASCII character or `°`; `nil` for control characters, and for `:` and `~`, which
  /// fourteen segments cannot show.
  public static func fourteenSegments(for character: Character) -> UInt16? { shapes[character] }

  private static let names = "abcdef12hjklmn."

  private static let shapes: [Character: UInt16] = strokes.mapValues { strokes in
    zip(names, 0...).reduce(0) { bits, name in strokes.contains(name.0) ? bits | 1 << name.1 : bits }
  }

  private static let strokes: [Character: String] = [
    " ": "", "!": "j.", "\"": "fj", "#": "bcd12jm", "$": "acdf12jm", "%": "cfkl", "&": "acde1hjn", "'": "j",
    "(": "kn", ")": "hl", "*": "12hjklmn", "+": "12jm", ",": "l", "-": "12", ".": ".", "/": "kl",
    "0": "abcdefkl", "1": "bck", "2": "abde12", "3": "abcd12", "4": "bcf12", "5": "adf1n", "6": "acdef12", "7": "abc",
    "8": "abcdef12", "9": "abcdf12", ";": "jl", "<": "kn", "=": "d12", ">": "hl", "?": "ab2m", "@": "abdef2j",
    "A": "abcef12", "B": "abcd2jm", "C": "adef", "D": "abcdjm", "E": "adef1", "F": "aef1", "G": "acdef2",
    "H": "bcef12", "I": "adjm", "J": "bcde", "K": "ef1kn", "L": "def", "M": "bcefhk", "N": "bcefhn", "O": "abcdef",
    "P": "abef12", "Q": "abcdefn", "R": "abef12n", "S": "acdf12", "T": "ajm", "U": "bcdef", "V": "efkl",
    "W": "bcefln", "X": "hkln", "Y": "hkm", "Z": "adkl", "[": "adef", "\\": "hn", "]": "abcd", "^": "ln", "_": "d",
    "`": "h", "a": "de1m", "b": "def1n", "c": "de12", "d": "bcd2l", "e": "de1l", "f": "12km", "g": "bcd2k",
    "h": "ef1m", "i": "m", "j": "bcd", "k": "jkmn", "l": "ef", "m": "ce12m", "n": "e1m", "o": "cde12", "p": "ef1h",
    "q": "bc2k", "r": "e1", "s": "d2n", "t": "def1", "u": "cde", "v": "el", "w": "celn", "x": "12ln", "y": "bcd2j",
    "z": "d1l", "{": "ad1hl", "|": "jm", "}": "ad2kn", "°": "abf12",
  ]
}
