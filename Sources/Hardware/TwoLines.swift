/// A clock line and a data line that are pulled up, and that either end can only pull down (open drain).
public protocol TwoLines: Sendable {
  /// Pulls the clock line down, or lets it go; then waits until the other end has surely seen it.
  func setClock(isHigh: Bool) throws(HardwareError)
  /// The same of the data line.
  func setData(isHigh: Bool) throws(HardwareError)
  /// Whether nobody pulls the data line down.
  func isDataHigh() throws(HardwareError) -> Bool
}
