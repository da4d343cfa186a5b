import Glibc

extension CameraFinder {
  /// Returns the driver of a camera's USB host controller, such as `xhci_hcd` or `dwc_otg`; `nil` if it is not on USB.
  public func hostDriver(of path: String) -> String? {
    let name = Self.resolved(path) ?? path
    let node = name.split(separator: "/").last.map(String.init) ?? name
    guard let device = Self.resolved("\(classFolder)/\(node)/device") else { return nil }
    // The controller is the folder above its root hub: …/3f980000.usb/usb1/1-1/1-1.2/1-1.2:1.0.
    let folders = device.split(separator: "/")
    let hub = folders.firstIndex { $0.hasPrefix("usb") && Int($0.dropFirst(3)) != nil }
    guard let hub else { return nil }
    let controller = "/" + folders[..<hub].joined(separator: "/")
    return Self.resolved(controller + "/driver")?.split(separator: "/").last.map(String.init)
  }

  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
