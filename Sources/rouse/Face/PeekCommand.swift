import ArgumentParser
import Control

struct PeekCommand: AskingVerb {
  static let configuration = CommandConfiguration(
    "peek", "Have the display show its face for ten seconds, also where it is off.")
  @OptionGroup var io: IO

  var command: PeekFace { PeekFace() }
  func text(_ face: FaceView) -> String { FaceText.sentence(face) }
}
