import Faces
import Testing

@Suite struct ReadingsTests {
  @Test func withoutSensorsNothingIsKnownAndNothingIsWrong() {
    #expect(Readings() == Readings(illuminance: nil, temperature: nil, humidity: nil, isPowerLow: false))
  }
}
