import CLinux

/// Starts a driver's thread that is never joined.
enum DetachedThread {
  /// Returns 0 or an errno.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
    let work = Unmanaged.passRetained(
      ThreadWork {
        rouse_name_thread(name)
        body()
      })
    let code = rouse_start_thread(
      { context in
        if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body() }
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
