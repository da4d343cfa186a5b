import Glibc

/// Names and messages of errno(3) numbers.
public enum Errno {
  /// Returns the symbolic name, such as `EBUSY`, or `errno 250` for an unknown number.
  public static func name(_ code: Int32) -> String {
    guard (1...maximum).contains(code), names[Int(code) - 1] != "-" else { return "errno \(code)" }
    return String(names[Int(code) - 1])
  }

  /// Returns the C library's message. It is in English unless the process calls setlocale(3).
  public static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Parses a symbolic name (in any case) or a decimal number.
  public static func code(named text: String) -> Int32? {
    if let number = Int32(text) { return (1...maximum).contains(number) ? number : nil }
    return (1...maximum).first { name($0) == text.uppercased() }
  }

  /// The largest number that Linux defines (EHWPOISON).
  private static var maximum: Int32 { Int32(names.count) }

  /// The names from number 1 on, as in the kernel's asm-generic/errno-base.h and errno.h, which x86 and ARM share; `-`
  /// is unused. glibc's `strerrorname_np` needs GNU extensions, which `import Glibc` does not expose.
  private static let names: [Substring] = """
    EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST
    EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM
    ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG
    EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET
    ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG
    ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE
    EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE
    EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN
    ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL
    EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD
    ENOTRECOVERABLE ERFKILL EHWPOISON
    """.split { $0.isWhitespace }
}
