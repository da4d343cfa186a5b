import Hardware
import Testing

@testable import Daemon

@Suite struct LightTests {
  struct Step: Sendable {
    var at: Int
    var brightness: Int
    var obstacle: ReadingObstacle?
    var lamp: Bool
    var display: Bool

    init(_ at: Int, _ brightness: Int, _ obstacle: ReadingObstacle? = nil, lamp: Bool, display: Bool = false) {
      (self.at, self.brightness, self.obstacle, self.lamp, self.display) = (at, brightness, obstacle, lamp, display)
    }
  }

  /// Times in milliseconds, and what the frame shows then.
  static let stories: [String: [Step]] = [
    "by day there is none": [
      Step(0, 120, lamp: false), Step(66, 50, lamp: false), Step(5000, 230, .glare, lamp: false),
    ],
    "in the dark the lamp comes at once, and stays in its own light": [
      Step(0, 49, lamp: true), Step(66, 120, lamp: true), Step(10_000, 189, lamp: true), Step(60_000, 60, lamp: true),
    ],
    "a camera that finds its exposure is not dazzled": [
      Step(0, 10, lamp: true), Step(66, 250, .glare, lamp: true), Step(900, 240, .glare, lamp: true),
      Step(1000, 150, lamp: true), Step(3000, 150, lamp: true),
    ],
    "when the room is bright it goes off, and stays so": [
      Step(0, 10, lamp: true), Step(5000, 200, lamp: true), Step(5900, 200, lamp: true), Step(6000, 200, lamp: false),
      Step(9000, 180, lamp: false),
    ],
    "a glossy card in the dark is seen with the lamp and without, slowly": [
      Step(0, 10, lamp: true), Step(500, 90, .glare, lamp: true), Step(1500, 90, .glare, lamp: true),
      Step(2000, 90, .glare, lamp: false), Step(2066, 10, lamp: false), Step(3900, 10, lamp: false),
      Step(4000, 10, lamp: true), Step(4500, 90, .glare, lamp: true), Step(5900, 90, .glare, lamp: true),
      Step(6000, 90, .glare, lamp: false),
    ],
    "a screen that dazzles in the dark by itself is tried both ways": [
      Step(0, 20, .glare, lamp: true), Step(66, 20, .glare, lamp: true), Step(1066, 20, .glare, lamp: true),
      Step(2000, 20, .glare, lamp: false), Step(3000, 20, .glare, lamp: false), Step(4000, 20, .glare, lamp: true),
    ],
    "where the lamp does not help, the display does, and is not switched off by its own light": [
      Step(0, 10, .tooDark, lamp: true), Step(1900, 10, .tooDark, lamp: true),
      Step(2000, 10, .tooDark, lamp: true, display: true), Step(2066, 60, lamp: true, display: true),
      Step(4000, 89, lamp: true, display: true), Step(4066, 90, lamp: true), Step(6000, 10, lamp: true),
      Step(6066, 10, lamp: true, display: true),
    ],
  ]

  @Test(arguments: stories.keys.sorted())
  func thereIsLightInTheDarkAndNoneThatDazzles(story: String) throws {
    var light = LightControl()
    for step in try #require(Self.stories[story]) {
      light.look(brightness: step.brightness, obstacle: step.obstacle, at: .seconds(50) + .milliseconds(step.at))
      #expect(light.isLampOn == step.lamp, "the lamp at \(step.at) ms")
      #expect(light.isDisplayOn == step.display, "the display at \(step.at) ms")
    }
  }

  /// A white card while flashing is off.
  @Test func whereNothingIsToFlashTheLampStaysOn() {
    var light = LightControl(isSteady: true)
    light.look(brightness: 5, obstacle: .tooDark, at: .zero)
    #expect(light.isLampOn)
    for frame in 1..<900 {
      light.look(brightness: 240, obstacle: .glare, at: .milliseconds(frame * 66))
      #expect(light.isLampOn)
    }
  }

  /// A white card: bright in the lamp's light, black without it.
  @Test func itsOwnLightMakesNothingFlicker() {
    var light = LightControl()
    var switches = 0
    for frame in 0..<900 {
      let wasOn = light.isLampOn
      light.look(brightness: wasOn ? 240 : 5, obstacle: wasOn ? .glare : .tooDark, at: .milliseconds(frame * 66))
      if light.isLampOn != wasOn { switches += 1 }
    }
    // The frames span a minute, and each on or off phase lasts at least two seconds.
    #expect((10...31).contains(switches))
  }
}
