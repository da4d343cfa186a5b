/// Looks at everything that tomorrow's alarm depends on, without a noise, and has a card shown.
public struct TestBedtime: Command {
  public static let name = "test.bedtime"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    public var bedtime: BedtimeView
    public var findings: [FindingView]
    public init(bedtime: BedtimeView, findings: [FindingView]) { (self.bedtime, self.findings) = (bedtime, findings) }
  }
  /// How long a card is waited for, 0…600; 0: none is asked for.
  public var seconds: Int
  public init(seconds: Int) { self.seconds = seconds }
}
