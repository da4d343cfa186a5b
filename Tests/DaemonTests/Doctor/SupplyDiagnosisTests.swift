import Control
import Glibc
import Hardware
import Testing

@testable import Daemon

/// Findings about the supply and the processor's heat, depending on who measures them.
@Suite struct SupplyDiagnosisTests {
  /// The monitor takes priority because it knows the previous heat level; a single look does not.
  @Test func theProcessorsHeatIsFoundWhereSomebodyMeasuresIt() {
    var symptoms = DiagnosisTests.healthy
    func finding() -> FindingView? { Diagnosis.findings(symptoms).first { $0.check == "processor" } }
    #expect(finding() == nil)
    var machine = MachineLook()
    for (degrees, level, what) in [
      (48.25, .ok, "48.3 °C"), (79.9, .ok, "79.9 °C"), (80, .warning, "the processor is hot: 80 °C"),
      (85, .warning, "the processor is too hot: 85 °C"),
    ] as [(Double, FindingView.Level, String)] {
      machine.temperature = degrees
      symptoms.machine = machine
      #expect(finding()?.level == level && finding()?.what == what)
    }
    symptoms.processor = SensorReadings.Processor(temperature: 78, heat: .hot, since: nil)
    #expect(finding()?.what == "the processor is hot: 78 °C")
    #expect(finding()?.fix?.contains("a heat sink or a fan") == true)
  }

  /// The monitor's continuous watch takes priority over a look taken some time ago.
  @Test func theMonitorsWordOnTheSupplyGoesBeforeALook() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (nil, true, true), (nil, false, false), (false, true, false), (true, false, true),
      (true, nil, true),
    ] as [(Bool?, Bool?, Bool?)] {
      var machine = MachineLook()
      machine.isUndervolted = looked
      let power = monitored.map { SensorReadings.Power(isLow: $0, since: nil) }
      #expect(Symptoms.supply(power, machine, isMonitorLost: false)?.isLow == isLow)
      var symptoms = DiagnosisTests.healthy
      (symptoms.machine, symptoms.power) = (machine, power)
      let level = Diagnosis.findings(symptoms).first { $0.check == "power" }?.level
      #expect(level == (isLow == true ? .warning : .ok))
    }
  }

  /// `rouse status` once showed `power FAILED` and, two lines below, `power: ok`.
  @Test func aMonitorThatIsLostIsNotSaidToFindAllWell() {
    for (monitored, looked, isLow) in [
      (nil, nil, nil), (false, nil, nil), (nil, false, nil), (false, false, nil), (true, nil, nil), (nil, true, true),
    ] as [(Bool?, Bool?, Bool?)] {
      var symptoms = DiagnosisTests.healthy
      symptoms.power = monitored.map { SensorReadings.Power(isLow: $0, since: nil) }
      symptoms.machine = MachineLook()
      symptoms.machine?.isUndervolted = looked
      symptoms.devices[.power]?.error = HardwareError(.power, "looking at the voltage", code: EIO)
      #expect(symptoms.supply?.isLow == isLow, "\(monitored as Any), \(looked as Any)")
      let findings = Diagnosis.findings(symptoms).filter { $0.check == "power" }
      #expect(findings.map(\.level) == [.warning] && findings[0].what.contains("EIO"))
    }
    // Without a monitor in the board file, a look decides.
    var bare = DiagnosisTests.healthy
    (bare.devices[.power], bare.machine) = (Symptoms.Device(isFitted: false), MachineLook())
    bare.machine?.isUndervolted = false
    #expect(bare.supply?.isLow == false)
  }
}
