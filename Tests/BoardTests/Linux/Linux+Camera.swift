import CardReader
import Glibc
import Hardware
import LinuxCamera
import TestDevices
import Testing

extension LinuxContractTests {
  @Test(arguments: ["yuyv", "mjpeg", "nv12", "grey"])
  func aUSBCameraIsACamera(format: String) throws {
    let simulated = try SimulatedCamera("--formats", format)
    try simulated.show(card: "a card")
    let camera = V4L2Camera(.any)
    try CameraContract.verify(camera)
    try camera.open()
    let reader = try CardReader()
    var payloads: [[UInt8]] = []
    for _ in 1...5 where payloads.isEmpty {
      payloads = try reader.read(try camera.frame()).map(\.payload)
    }
    #expect(payloads == [Array("a card".utf8)])
    camera.close()
  }

  @Test func aLargerPictureIsMadeAsLargeAsTheReaderTakesIt() throws {
    let simulated = try SimulatedCamera("--formats", "yuyv", "--sizes", "1280x720,320x240")
    try simulated.show(card: "wide")
    let camera = V4L2Camera(.any)
    try camera.open()
    let frame = try camera.frame()
    #expect((frame.width, frame.height) == (GrayFrame.cameraWidth, GrayFrame.cameraHeight))
    camera.close()
  }

  @Test(arguments: ["cut.yuyv", "refuse.yuyv"])
  func aFormatThatDoesNotComeGivesWayToTheNext(trouble: String) throws {
    let simulated = try SimulatedCamera("--rate", "15")
    try simulated.show(card: "a card")
    try simulated.mark(trouble)
    let camera = V4L2Camera(.any)
    var frame: GrayFrame?
    // Retries as rouse-scan does after a failure: at once, while the camera has another format.
    for _ in 1...3 where frame == nil {
      do throws(HardwareError) {
        try camera.open()
        frame = try camera.frame()
      } catch {
        #expect(camera.triesAnotherFormat, "\(error)")
        camera.close()
      }
    }
    #expect(frame != nil)
    #expect(camera.opening?.format?.hasPrefix("MJPG ") == true)
    camera.close()
    // The format is remembered until the camera is unplugged.
    try camera.open()
    #expect(camera.opening?.format?.hasPrefix("MJPG ") == true)
    camera.close()
  }

  @Test func aCameraThatStallsTimesOutAndRecoversWithWhatHelpsToReadACard() throws {
    let simulated = try SimulatedCamera()
    let camera = V4L2Camera(.any)
    try camera.open()
    _ = try camera.frame()
    try simulated.stall(true)
    // A frame or two may still be queued.
    #expect(failureCode { for _ in 1...8 { _ = try camera.frame() } } == ETIMEDOUT)
    camera.close()
    try simulated.stall(false)
    try camera.open()
    _ = try camera.frame()
    camera.close()
    let state = simulated.state
    #expect(state.contains("\"autoExposureMode\": 8"), "\(state)")
    #expect(state.contains("\"focusAuto\": 1"), "\(state)")
  }

  @Test func aCameraThatWasPulledOutIsFoundAgainUnderAnotherNumber() throws {
    var simulated: SimulatedCamera? = try SimulatedCamera()
    let camera = V4L2Camera(.usb(vendor: 0x1209, product: 0x0001, serial: nil))
    try camera.open()
    _ = try camera.frame()
    // An open node keeps its number in use.
    let holder = open(try #require(simulated?.node), O_RDWR | O_CLOEXEC)
    try #require(holder >= 0)
    defer { close(holder) }
    simulated = nil
    #expect(failureCode { for _ in 1...8 { _ = try camera.frame() } } == ENODEV)
    camera.close()
    // The kernel reports the unplug to readers first, and removes the node from sysfs a moment later.
    var absent: HardwareError?
    for _ in 1...100 where absent?.operation.contains("1209:0001") != true {
      usleep(50_000)
      absent = #expect(throws: HardwareError.self) { try camera.open() }
    }
    #expect(absent?.operation.contains("1209:0001") == true, "\(String(describing: absent))")
    let other = try SimulatedCamera()
    try camera.open()
    _ = try camera.frame()
    camera.close()
    withExtendedLifetime(other) {}
  }
}
