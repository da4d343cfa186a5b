import CLinux
import Glibc

/// Starts a driver's thread that is never joined.
enum DetachedThread {
  /// Returns 0 or an errno.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 * 1024)
    let work = Unmanaged.passRetained(
      ThreadWork {
        rouse_name_thread(name)
        body()
      })
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if code != 0 { work.release() }
    return code
  }
}

private final class ThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
