import CLinux
import Glibc

/// Threads for work that may block or must be on time, which the threads of tasks (`WorkPool`) must not do.
package enum MachineThread {
  /// Starts a detached thread. The name is limited to 15 bytes.
  ///
  /// - Parameter clock: the mock clock that must wait while this thread runs. The thread must do its own waits with a
  ///   `Wakeup`.
  package static func start(
    _ name: String, clock: VirtualTime? = VirtualTime.installed, _ run: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    clock?.enter()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 512 * 1024)
    let body: @Sendable () -> Void = {
      rouse_name_thread(name)
      run()
      clock?.leave()
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(argument).takeRetainedValue().value()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      clock?.leave()
      throw SystemError("starting the thread \(name)", code)
    }
  }
}
