@testable import Daemon

extension FuzzTarget {
  /// A board file, which people write.
  static let board = FuzzTarget(
    name: "board", longest: 4096, seeds: { boards.map { Array($0.utf8) } },
    examine: { bytes in
      let left = try attempt(\.description) { () throws(BoardFileProblem) in try BoardFile.essentials(of: bytes) }
      if let left { try promise(isHeard(left), "of a board only what is silent was left") }
      let read = try attempt(\.description) { () throws(BoardFileProblem) in try BoardFile.parse(bytes) }
      guard let board = read else { return }
      _ = board.warnings
      try promise(isHeard(board), "a board that nobody can hear was accepted")
      try promise(!board.isMock || board.hasMock, "a mock board without a mock")
    })
}

private func isHeard(_ board: BoardFile) -> Bool { board.wiring[.buzzer] != nil || board.wiring[.speaker] != nil }

private let boards = [
  BoardFile.mock,
  """
  // Everything there is, for real.
  {
    "name": 'a board', "buzzer": { driver: "gpio", chip: "pinctrl-bcm2711", line: 17, activeLow: true, bias: "pull-up" },
    vibration: {
      driver: "pwm", device: "fe20c000.pwm", channel: 0x0, frequency: +200, kickMilliseconds: 80, longestOnSeconds: 60,
      dutyShare: .5, duty: { light: 0.4, medium: 7e-1, strong: 1. },
    },
    speaker: { driver: "alsa", card: "Headphones", mixer: "PCM,1", level: 100 },
    display: { driver: "ht16k33", bus: "/dev/i2c-1", address: 0x70, glyphs: "14-segment" },
    lamp: { driver: "gpio", chip: "pinctrl-rp1", line: "GPIO18" }, camera: { driver: "v4l2", camera: "046d:0825" },
  }
  """,
  #"""
  /* few */ {name: "\u0041\x42\\n", speaker: {driver: "alsa", card: "sndrpihifiberry"},
  lamp: {driver: "gpio", chip: "a", line: 18}}
  """#,
  #"{name: "a", buzzer: {driver: "pwm", device: "a", channel: 1, frequency: Infinity}, vibration: null}"#,
]
