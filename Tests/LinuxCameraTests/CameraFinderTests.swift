import Glibc
import Hardware
import TestSupport
import Testing

@testable import CameraNodes
@testable import LinuxCamera

@Suite struct CameraFinderTests {
  let system: FakeSystem

  init() throws {
    system = try FakeSystem()
    try system.addUSB(
      "1-1", vendor: "046d", product: "0825", serial: "A1B2", nodes: [(0, "HD Webcam"), (1, "HD Webcam")])
    try system.addUSB("1-2", vendor: "1bcf", product: "2284", serial: nil, nodes: [(2, "Foo")])
    try system.addUSB("1-3.1", vendor: "1bcf", product: "2284", serial: "77", nodes: [(10, "Foo"), (9, "Foo")])
    try system.addPlatform("codec", nodes: [(11, "bcm2835-codec-decode")])
  }

  @Test(
    arguments: [
      ("046d:0825", [0, 1]), ("046d:0825:A1B2", [0, 1]), ("1bcf:2284", [2, 9, 10]), ("1bcf:2284:77", [9, 10]),
      ("any", [0, 1, 2, 9, 10]),
    ] as [(String, [Int])])
  func aCameraIsFoundByItsNumbers(identity: String, expected: [Int]) throws {
    let nodes = try system.finder.nodes(for: #require(CameraIdentity(identity)))
    #expect(nodes.map(\.path) == expected.map { "/dev/video\($0)" })
  }

  @Test func theDriverOfTheHostControllerIsFoundAboveTheRootHub() throws {
    #expect(system.finder.hostDriver(of: "/dev/video10") == nil)
    try system.addHost(driver: "dwc_otg")
    for node in ["/dev/video0", "/dev/video10"] { #expect(system.finder.hostDriver(of: node) == "dwc_otg") }
    #expect(system.finder.hostDriver(of: "/dev/video11") == nil, "it is not on USB")
    #expect(system.finder.hostDriver(of: "/dev/video12") == nil, "it is not there")
  }

  @Test(arguments: ["046d:0826", "1bcf:2284:78", "046d:0825:a1b2"])
  func whatIsNotThereIsNamedWithWhatIs(identity: String) throws {
    let webcam = "046d:0825:A1B2 HD Webcam at /dev/video0"
    let found = "(found: \(webcam), 1bcf:2284 Foo at /dev/video2, 1bcf:2284:77 Foo at /dev/video9)"
    #expect(throws: HardwareError(.camera, "finding USB camera \(identity) \(found)", code: ENODEV)) {
      try system.finder.nodes(for: #require(CameraIdentity(identity)))
    }
  }

  @Test func withoutCamerasItSaysSo() throws {
    let empty = CameraFinder(classFolder: system.path + "/nowhere")
    #expect(throws: HardwareError(.camera, "finding a USB camera (found: none)", code: ENODEV)) {
      try empty.nodes(for: .any)
    }
  }

  @Test func aCameraThatIsPluggedInAgainIsFoundUnderItsNewNumber() throws {
    let identity = try #require(CameraIdentity("1bcf:2284:77"))
    for node in [9, 10] { system.remove(node: node) }
    #expect(throws: HardwareError.self) { try system.finder.nodes(for: identity) }
    try system.addUSB("1-4", vendor: "1bcf", product: "2284", serial: "77", nodes: [(3, "Foo")])
    #expect(try system.finder.nodes(for: identity).map(\.path) == ["/dev/video3"])
  }

  /// A camera on a Raspberry Pi's connector is named if no USB camera is found: on the Pi 4 and older, and on the Pi 5.
  @Test(arguments: ["unicam-image", "rp1-cfe-csi2_ch0"])
  func namesCameraOnTheConnector(name: String) throws {
    let system = try FakeSystem()
    try system.addPlatform("codec", nodes: [(10, "bcm2835-codec-decode")])
    try system.addPlatform("csi", nodes: [(0, name), (1, "embedded")])
    let found = "(found: none, and a camera on the board's connector (CSI), \(name) at /dev/video0)"
    #expect(throws: HardwareError(.camera, "finding a USB camera \(found)", code: ENODEV)) {
      try system.finder.nodes(for: .any)
    }
  }

  /// The target of a path counts, not its name: a link in /dev/v4l/by-id, or a node of any number.
  @Test func takesPathToUSBCameraOnly() throws {
    let node = try system.finder.node(numbered: "81:2", at: "/dev/v4l/by-id/usb-Foo-index0")
    #expect(node.path == "/dev/v4l/by-id/usb-Foo-index0" && node.name == "Foo" && node.usb?.vendor == 0x1bcf)
    try system.addPlatform("csi", nodes: [(20, "rp1-cfe-csi2_ch0")])
    // A loopback device has no hardware, and so no `device` link.
    try system.addVirtual((21, "OBS Virtual Camera"))
    for (number, kind) in [
      ("81:11", "not a USB camera: bcm2835-codec-decode"), ("81:21", "not a USB camera: OBS Virtual Camera"),
      ("81:20", "a camera on the board's connector (CSI), rp1-cfe-csi2_ch0"), ("81:99", "not a USB camera"),
    ] {
      #expect(throws: HardwareError(.camera, "finding the camera /dev/bedside, which is \(kind)", code: ENODEV)) {
        try system.finder.node(numbered: number, at: "/dev/bedside")
      }
    }
  }

  /// Other files must not be opened: a pipe would block, and opening a terminal may change it.
  @Test func aPathThatIsNoVideoDeviceIsRefusedWithoutOpeningIt() throws {
    let pipe = system.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, code) in [(pipe, ENODEV), ("/dev/null", ENODEV), (system.path + "/none", ENOENT)] {
      let error = try #require(throws: HardwareError.self) { try system.finder.nodes(for: .path(path)) }
      #expect(error.code == code)
      #expect(error.operation.contains(path))
      let camera = V4L2Camera(.path(path))
      #expect(throws: error) { try camera.open() }
      #expect(throws: HardwareError(.camera, "waiting for a frame while closed", code: EBADF)) { try camera.frame() }
      camera.close()
    }
  }
}

/// A folder with the structure of sysfs.
final class FakeSystem {
  private let folder: TemporaryFolder
  var path: String { folder.path }
  var finder: CameraFinder { CameraFinder(classFolder: path + "/class/video4linux") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("class/video4linux")
  }

  func addUSB(_ port: String, vendor: String, product: String, serial: String?, nodes: [(Int, String)]) throws {
    let device = "devices/usb1/\(port)"
    for (file, text) in [("idVendor", vendor), ("idProduct", product), ("serial", serial)] {
      if let text { try folder.write(text + "\n", to: "\(device)/\(file)") }
    }
    try add(nodes, to: "\(device)/\(port):1.0")
  }

  /// Adds the driver of the USB host controller, as on a Raspberry Pi.
  func addHost(driver: String) throws {
    try folder.makeFolder("drivers/\(driver)")
    try folder.link("devices/driver", to: "\(path)/drivers/\(driver)")
  }

  func addPlatform(_ name: String, nodes: [(Int, String)]) throws { try add(nodes, to: "devices/platform/\(name)") }

  /// Adds a device without hardware, such as v4l2loopback.
  func addVirtual(_ node: (number: Int, name: String)) throws {
    try add([node], to: "devices/virtual")
    #expect(unlink("\(path)/devices/virtual/video4linux/video\(node.number)/device") == 0)
  }

  func remove(node: Int) { #expect(unlink("\(path)/class/video4linux/video\(node)") == 0) }

  private func add(_ nodes: [(Int, String)], to interface: String) throws {
    for (number, name) in nodes {
      let node = "\(interface)/video4linux/video\(number)"
      try folder.write(name + "\n", to: "\(node)/name")
      try folder.write("81:\(number)\n", to: "\(node)/dev")
      try folder.link("\(node)/device", to: "\(path)/\(interface)")
      try folder.link("class/video4linux/video\(number)", to: "\(path)/\(node)")
    }
  }
}
