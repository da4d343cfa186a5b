import Glibc

/// A picture could not be read, made or written: which one, why, what to do, and how a command should end.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Kind: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The system does not let us read or write it.
    case notPermitted
    /// It is a folder, a device or a pipe.
    case notAFile
    /// It is larger than the bounds of `PictureFile`.
    case tooLarge
    /// It is not a PNG, JPEG or PGM, or a damaged one.
    case damaged
    /// The text is too long for a QR code.
    case payloadTooLong
    /// The file cannot be created there.
    case cannotCreate
    /// Writing failed midway.
    case cannotWrite
  }

  public let kind: Kind
  /// The file, as given; empty for none.
  public let path: String
  /// What failed and why, without the path.
  public let reason: String

  init(_ kind: Kind, _ path: String, _ reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// The exit code of a command that ends with this (sysexits.h).
  public var exitCode: Int32 {
    switch kind {
    case .missing: EX_NOINPUT
    case .notPermitted: EX_NOPERM
    case .notAFile, .tooLarge, .damaged, .payloadTooLong: EX_DATAERR
    case .cannotCreate: EX_CANTCREAT
    case .cannotWrite: EX_IOERR
    }
  }

  /// How to fix it.
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
