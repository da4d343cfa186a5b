/// Silently checks everything that tomorrow's alarm depends on, and asks for a card.
public struct TestBedtime: LongCommand {
  public static let name = "test.bedtime"
  public struct Reply: Codable, Sendable {
    public var bedtime: BedtimeView
    public var findings: [FindingView]
    public init(bedtime: BedtimeView, findings: [FindingView]) { (self.bedtime, self.findings) = (bedtime, findings) }
  }
  /// How long to wait for a card, 0 to 600; 0 to skip that.
  public var seconds: Int
  public init(seconds: Int) { self.seconds = seconds }
}
