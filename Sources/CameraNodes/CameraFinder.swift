import CLinux
import Glibc
import Hardware

/// Finds the device nodes of cameras in sysfs without opening any node.
public struct CameraFinder: Sendable {
  /// A video node as described by sysfs (kernel Documentation/ABI/testing/sysfs-bus-usb).
  public struct Node: Hashable, Sendable, CustomStringConvertible {
    /// Such as `/dev/video0`.
    public var path: String
    /// The driver's name for the camera.
    public var name: String
    /// `nil` for a camera that is not on USB.
    public var usb: USBNumbers?

    public var description: String { (usb.map { "\($0.identity) " } ?? "") + "\(name) at \(path)" }
  }

  public struct USBNumbers: Hashable, Sendable {
    public var vendor: Int
    public var product: Int
    public var serial: String?

    var identity: CameraIdentity { .usb(vendor: vendor, product: product, serial: serial) }
  }

  let classFolder: String
  private let deviceFolder: String

  public init(classFolder: String = "/sys/class/video4linux", deviceFolder: String = "/dev") {
    self.classFolder = classFolder
    self.deviceFolder = deviceFolder
  }

  /// Returns the nodes that may be the camera, likeliest first. A USB camera has a second node for metadata, which only
  /// opening can distinguish. Throws ENODEV with a list of the cameras present if there is no match, and for a path to
  /// a camera that is not on USB: a camera on the board's connector needs libcamera, and a loopback device shows what a
  /// program feeds it.
  public func nodes(for identity: CameraIdentity) throws(HardwareError) -> [Node] {
    if case .path(let path) = identity { return [try node(at: path)] }
    let all = all()
    let matching = all.filter { $0.matches(identity) }
    guard matching.isEmpty else { return matching }
    let there = Self.list(all.filter { $0.usb != nil }) + Self.connected(all)
    let wanted = identity == .any ? "a USB camera" : "USB camera \(identity)"
    throw HardwareError(.camera, "finding \(wanted) (found: \(there))", code: ENODEV)
  }

  func all() -> [Node] {
    let numbers = names(of: classFolder).compactMap { name in
      name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
    }
    return numbers.sorted().map { number in
      let folder = "\(classFolder)/video\(number)"
      return Node(
        path: "\(deviceFolder)/video\(number)", name: Self.line("\(folder)/name") ?? "camera",
        usb: usbNumbers(above: "\(folder)/device"))
    }
  }

  /// Lists each camera once for a message, because further nodes of a camera add nothing.
  private static func list(_ nodes: [Node]) -> String {
    var seen: Set<String> = []
    let first = nodes.filter { node in seen.insert("\(node.usb?.identity ?? .any) \(node.name)").inserted }
    return first.isEmpty ? "none" : first.map(\.description).joined(separator: ", ")
  }

  /// Mentions a camera on the board's connector, which users may expect to work.
  private static func connected(_ nodes: [Node]) -> String {
    nodes.first(where: \.isOnConnector).map { ", and a camera on the board's connector (CSI), \($0)" } ?? ""
  }

  /// Checks the type first, because opening a pipe or terminal by mistake can have effects.
  private func node(at path: String) throws(HardwareError) -> Node {
    var status = stat()
    guard stat(path, &status) == 0 else { throw HardwareError(.camera, "finding the camera \(path)", code: errno) }
    guard status.st_mode & S_IFMT == S_IFCHR, rouse_device_major(status.st_rdev) == Self.videoMajor else {
      throw HardwareError(.camera, "finding the camera \(path), which is not a video device", code: ENODEV)
    }
    return try node(numbered: "\(Self.videoMajor):\(rouse_device_minor(status.st_rdev))", at: path)
  }

  /// Returns the USB camera behind a video device, whose number is in sysfs notation, such as `81:0`.
  func node(numbered number: String, at path: String) throws(HardwareError) -> Node {
    let found = all().first { node in
      let name = node.path.split(separator: "/").last ?? ""
      return Self.line("\(classFolder)/\(name)/dev") == number
    }
    guard let found, found.usb != nil else {
      let kind =
        switch found {
        case nil: "not a USB camera"
        case let node? where node.isOnConnector: "a camera on the board's connector (CSI), \(node.name)"
        case let node?: "not a USB camera: \(node.name)"
        }
      throw HardwareError(.camera, "finding the camera \(path), which is \(kind)", code: ENODEV)
    }
    return Node(path: path, name: found.name, usb: found.usb)
  }

  /// Returns the numbers of the USB device above a device link, which ends at an interface.
  private func usbNumbers(above link: String) -> USBNumbers? {
    guard var folder = Self.resolved(link) else { return nil }
    for _ in 0..<Self.deepestInterface {
      if let vendor = Self.line("\(folder)/idVendor").flatMap({ Int($0, radix: 16) }),
        let product = Self.line("\(folder)/idProduct").flatMap({ Int($0, radix: 16) })
      {
        return USBNumbers(vendor: vendor, product: product, serial: Self.line("\(folder)/serial"))
      }
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
    return nil
  }

  private func names(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Returns the first line of an attribute, or `nil` if it is missing or empty.
  private static func line(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// VIDEO_MAJOR in the kernel's include/media/v4l2-dev.h.
  private static let videoMajor: UInt32 = 81
  /// An interface link ends one folder below its device, that of a subordinate device a few.
  private static let deepestInterface = 4
}

extension CameraFinder.Node {
  /// Whether this is a camera on a Raspberry Pi's connector, judging by the node names of its receiver drivers.
  var isOnConnector: Bool { usb == nil && (name.hasPrefix("unicam") || name.hasPrefix("rp1-cfe")) }

  /// Whether this may be the camera. `any` means any USB camera, so that a Raspberry Pi's own codecs and camera
  /// connector are never tried.
  func matches(_ identity: CameraIdentity) -> Bool {
    guard let usb else { return false }
    switch identity {
    case .any: return true
    case .usb(let vendor, let product, let serial):
      return (usb.vendor, usb.product) == (vendor, product) && (serial == nil || serial == usb.serial)
    case .path(let path): return self.path == path
    }
  }
}
