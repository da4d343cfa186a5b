import CardReader
import Glibc
import Hardware
import LinuxCamera
import Testing

/// The driver on the virtual board: the kernel's own uvcvideo drives a simulated USB camera. ROUSE_VIRTUAL_CAMERA names
/// the simulator's folder, in which a test says what the camera does.
@Suite(.serialized, .enabled(if: getenv("ROUSE_VIRTUAL_BOARD") != nil, "there is no virtual board"))
struct LinuxCameraTests {
  private let folder = getenv("ROUSE_VIRTUAL_CAMERA").map { String(cString: $0) } ?? "/run/camera"

  @Test func aVideoForLinuxCameraDeliversFramesUntilItIsClosed() throws {
    let camera = V4L2Camera(.any)
    #expect(throws: HardwareError.self) { try camera.frame() }
    for _ in 1...2 {
      try camera.open()
      try camera.open()
      for _ in 1...3 {
        let frame = try camera.frame()
        #expect((frame.width, frame.height) == (GrayFrame.cameraWidth, GrayFrame.cameraHeight))
      }
      camera.close()
      camera.close()
      #expect(throws: HardwareError.self) { try camera.frame() }
    }
  }

  @Test func aCameraThatStallsTimesOutAndRecovers() throws {
    let camera = V4L2Camera(.any)
    try camera.open()
    _ = try camera.frame()
    let stall = folder + "/stall"
    let file = open(stall, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    close(file)
    defer { unlink(stall) }
    // A frame or two may still be on their way.
    let error = #expect(throws: HardwareError.self) { for _ in 1...8 { _ = try camera.frame() } }
    #expect(error?.code == ETIMEDOUT)
    camera.close()
    unlink(stall)
    try camera.open()
    _ = try camera.frame()
  }
}
