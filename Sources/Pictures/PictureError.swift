import Glibc

/// A failure to read, create or write a picture, with a remedy and an exit code.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    case missing
    case notPermitted
    /// A folder, device or pipe.
    case notAFile
    /// Larger than the limits of `PictureFile`.
    case tooLarge
    /// Damaged, or not a PNG, JPEG or PGM.
    case damaged
    case payloadTooLong
    case cannotCreate
    case cannotWrite
  }

  public let kind: Kind
  /// The file as given; empty if there is none.
  public let path: String
  /// The failure and its cause, without the path.
  public let reason: String

  init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The exit code for a command that fails with this error (sysexits.h).
  public var exitCode: Int32 {
    switch kind {
    case .missing: EX_NOINPUT
    case .notPermitted: EX_NOPERM
    case .notAFile, .tooLarge, .damaged, .payloadTooLong: EX_DATAERR
    case .cannotCreate: EX_CANTCREAT
    case .cannotWrite: EX_IOERR
    }
  }

  public var remedy: String {
    switch kind {
    case .missing: "check the name; relative names start at the current folder"
    case .notPermitted: "check the permissions with: ls -l"
    case .notAFile: "give the picture file itself"
    case .tooLarge: "scale the picture down; 640x480 is what the camera sees"
    case .damaged: "save it again as PNG, JPEG or PGM"
    case .payloadTooLong: "use a shorter text; short codes are read best"
    case .cannotCreate: "check that the folder exists and that you may write there"
    case .cannotWrite: "check the free space with: df -h"
    }
  }

  public var description: String {
    "\(path.isEmpty ? "" : path + ": ")\(reason). To fix it, \(remedy)."
  }
}
