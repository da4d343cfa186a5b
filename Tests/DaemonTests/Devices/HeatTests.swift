import AlarmClock
import Hardware
import MockHardware
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// How hot the processor is, and when that is reported.
@Suite struct HeatTests {
  private let time = ManualTime(morning)
  private let events: EventLog
  private let health: DeviceHealth

  init() throws {
    events = EventLog(time: time, log: try quietLog())
    health = DeviceHealth(events: events, time: time)
  }

  private var kinds: [Event.Kind] { events.pending.map(\.kind) }

  @Test func theProcessorsHeatIsKnownWithSinceWhen() async throws {
    let board = try BoardChoice.board("mock", time: time)
    let power = try #require(board.mock).power
    let sensors = try Sensors(board: board, health: health, events: events, time: time)
    // The sensors' threads would outlive the test.
    defer { sensors.stop() }
    func processor() -> SensorReadings.Processor? { sensors.readings.processor }
    #expect(await eventually { processor() == SensorReadings.Processor(temperature: 45) })
    power.set(processorTemperature: 80)
    let hot = SensorReadings.Processor(temperature: 80, heat: .hot, since: morning)
    #expect(await eventually { processor() == hot })
    time.step(by: .seconds(90))
    // The temperature swings around the threshold and then rises further.
    for (degrees, heat) in [(78, .hot), (86, .tooHot), (83, .tooHot), (81, .hot)] as [(Double, Heat)] {
      power.set(processorTemperature: degrees)
      let next = SensorReadings.Processor(temperature: degrees, heat: heat, since: morning)
      #expect(await eventually { processor() == next })
    }
    power.set(processorTemperature: 76.9)
    #expect(await eventually { processor() == SensorReadings.Processor(temperature: 76.9) })
    #expect(await eventually { kinds == [.processorHot, .processorCooled] })
    #expect(events.pending.map { $0.detail?.split(separator: ";").first } == ["80 °C", "77 °C"])
    #expect(sensors.readings.power == SensorReadings.Power(isLow: false), "the supply is another matter")
    power.set(processorTemperature: nil)
    #expect(await eventually { processor() == nil && sensors.readings.power != nil })
  }

  @Test(
    arguments: [
      (nil, 79.9, nil), (nil, 80, .hot), (nil, 84.9, .hot), (nil, 85, .tooHot), (.hot, 77, .hot), (.hot, 76.9, nil),
      (.hot, 84.9, .hot), (.tooHot, 82, .tooHot), (.tooHot, 81.9, .hot), (.tooHot, 76.9, nil),
    ] as [(Heat?, Double, Heat?)])
  func aLevelOfHeatEndsBelowWhereItBegan(last: Heat?, degrees: Double, heat: Heat?) {
    #expect(Heat(at: degrees, after: last) == heat)
  }

  @Test func theLogHearsOfTheHeatOnceAnHourWhateverTheSupplyDoes() {
    let notes = PowerNotes(events: events, time: time)
    let cool = SensorReadings.Processor(temperature: 60)
    for round in 0..<20 {
      let heat: Heat = round.isMultiple(of: 2) ? .hot : .tooHot
      notes.note(SensorReadings.Power(isLow: true), SensorReadings.Processor(temperature: 82, heat: heat))
      notes.note(nil, nil)
      time.advance(by: .seconds(179))
      notes.note(SensorReadings.Power(isLow: true), cool)
    }
    #expect(kinds == [.powerLow, .processorHot, .processorCooled])
    time.advance(by: .seconds(20))
    notes.note(nil, SensorReadings.Processor(temperature: 82, heat: .hot))
    #expect(kinds == [.powerLow, .processorHot, .processorCooled, .processorHot])
  }
}
