import Glibc
import Hardware
import Testing

@Suite struct ErrnoTests {
  @Test(arguments: [
    (EPERM, "EPERM", "Operation not permitted"), (EIO, "EIO", "Input/output error"),
    (EAGAIN, "EAGAIN", "Resource temporarily unavailable"), (EBUSY, "EBUSY", "Device or resource busy"),
    (EBADFD, "EBADFD", "File descriptor in bad state"), (ETIMEDOUT, "ETIMEDOUT", "Connection timed out"),
    (EREMOTEIO, "EREMOTEIO", "Remote I/O error"), (EHWPOISON, "EHWPOISON", "Memory page has hardware error"),
  ])
  func aNumberHasItsNameAndText(code: Int32, name: String, text: String) {
    #expect(Errno.name(code) == name)
    #expect(Errno.message(code) == text)
    #expect(Errno.code(named: name.lowercased()) == code)
    #expect(Errno.code(named: "\(code)") == code)
  }

  @Test(arguments: [0, 41, 58, 134, 250, -1] as [Int32])
  func numbersWithoutANameStayNumbers(code: Int32) {
    #expect(Errno.name(code) == "errno \(code)")
  }

  @Test(arguments: ["", "0", "134", "-1", "-", "EBUSYX", "errno 41", "busy"])
  func whatIsNoErrorIsRefused(text: String) {
    #expect(Errno.code(named: text) == nil)
  }
}
