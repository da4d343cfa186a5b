import Glibc
import Hardware
import MockHardware
import TestDevices
import Testing

@Suite struct CameraTests {
  let clock = ManualClock()
  let history: MockHistory
  let camera: MockCamera
  let card = GrayFrame(width: 640, height: 480, filledWith: 200)

  init() throws {
    history = MockHistory(now: { 0 })
    camera = MockCamera(history: history, clock: clock.mockClock)
    try camera.open()
  }

  @Test func framesComeFifteenTimesASecond() throws {
    let start = clock.now
    _ = try camera.frame()
    #expect(clock.now == start, "the first one comes at once")
    for _ in 1...30 { _ = try camera.frame() }
    #expect(abs(clock.now - start - 2_000_000_000) < 100)
  }

  @Test func nothingIsDarknessAndANewPictureIsSeenAtOnce() throws {
    #expect(try camera.frame().meanBrightness == 0)
    #expect(camera.picture == nil)
    let start = clock.now
    try camera.show(card, name: "card.png")
    #expect(try camera.frame() == card)
    camera.hide()
    #expect(try camera.frame().meanBrightness == 0)
    #expect(clock.now == start)
  }

  @Test func aNewPictureEndsTheWaitForTheNextFrame() throws {
    let (camera, card) = (camera, card)
    _ = try camera.frame()
    let start = clock.now
    clock.schedule(inMilliseconds: 20) { #expect(throws: Never.self) { try camera.show(card, name: "card.png") } }
    #expect(try camera.frame() == card)
    #expect(clock.now - start == 20_000_000)
  }

  @Test func onlyTheFirstFrameOfEachPictureIsRecorded() throws {
    for _ in 1...3 { _ = try camera.frame() }
    try camera.show(card, name: "card.png")
    for _ in 1...3 { _ = try camera.frame() }
    try camera.show(card, name: "card.png")
    for _ in 1...3 { _ = try camera.frame() }
    camera.hide()
    camera.hide()
    for _ in 1...3 { _ = try camera.frame() }
    camera.close()
    #expect(
      history.lines.map { $0.dropFirst("camera ".count) } == [
        "open", "frame dark", "shown card.png", "frame card.png", "shown card.png", "frame card.png", "hidden",
        "frame dark", "close",
      ])
  }

  @Test func aStalledCameraTimesOutAfterTwoSecondsOrWhenItIsClosed() throws {
    camera.fail(.stall)
    #expect(camera.isOpen)
    let start = clock.now
    #expect(failureCode { try camera.frame() } == ETIMEDOUT)
    #expect(clock.now - start == 2_000_000_000)
    camera.heal()
    _ = try camera.frame()
    camera.fail(.stall)
    clock.schedule(inMilliseconds: 50) { [camera] in camera.close() }
    #expect(failureCode { try camera.frame() } == EBADF)
  }

  @Test func aPictureHeldBeforeAFailedCameraIsSeenOnceItIsHealed() throws {
    camera.fail()
    try camera.show(card, name: "card.png")
    #expect(throws: HardwareError.self) { try camera.open() }
    camera.heal()
    try camera.open()
    #expect(try camera.frame() == card)
  }

  @Test(arguments: [(480, 640), (1, 1), (641, 480)])
  func aPictureOfAnotherSizeIsRefused(width: Int, height: Int) throws {
    let picture = GrayFrame(width: width, height: height, filledWith: 9)
    #expect(failureCode { try camera.show(picture, name: "big.png") } == EINVAL)
    #expect(camera.picture == nil)
  }
}
