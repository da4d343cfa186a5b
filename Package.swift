// swift-tools-version: 6.0
import PackageDescription

// The rooms of Rouse, outermost last. A room may import only what its line names:
// deploy/test builds with --explicit-target-dependency-import-check error.
let package = Package(
  name: "rouse",
  products: [
    .executable(name: "rouse", targets: ["rouse"]),
    .executable(name: "rouse-daemon", targets: ["rouse-daemon"]),
    .executable(name: "rouse-scan", targets: ["rouse-scan"]),
    .executable(name: "rouse-sound", targets: ["rouse-sound"]),
    .executable(name: "rouse-mqtt", targets: ["rouse-mqtt"]),
    .library(name: "AlarmClock", targets: ["AlarmClock"]),
    .library(name: "Hardware", targets: ["Hardware"]),
    .library(name: "MockHardware", targets: ["MockHardware"]),
    .library(name: "LinuxHardware", targets: ["LinuxHardware"]),
    .library(name: "CardReader", targets: ["CardReader"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    // C libraries: module maps, and small C files where Swift cannot say it.
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CGPIO", path: "Sources/C/CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
    .systemLibrary(name: "CI2C", path: "Sources/C/CI2C"),
    .systemLibrary(name: "CALSA", path: "Sources/C/CALSA", pkgConfig: "alsa"),
    .target(name: "CConfinement", path: "Sources/C/CConfinement", linkerSettings: [.linkedLibrary("seccomp")]),
    .systemLibrary(name: "CZBar", path: "Sources/C/CZBar", pkgConfig: "zbar"),
    .systemLibrary(name: "CSndFile", path: "Sources/C/CSndFile", pkgConfig: "sndfile"),
    .systemLibrary(name: "CSampleRate", path: "Sources/C/CSampleRate", pkgConfig: "samplerate"),
    .systemLibrary(name: "CEBUR128", path: "Sources/C/CEBUR128", pkgConfig: "libebur128"),
    .systemLibrary(name: "CQRencode", path: "Sources/C/CQRencode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CSodium", path: "Sources/C/CSodium", pkgConfig: "libsodium"),
    .systemLibrary(name: "CMosquitto", path: "Sources/C/CMosquitto", pkgConfig: "libmosquitto"),
    .target(
      name: "CPictures", path: "Sources/C/CPictures",
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("jpeg")]),

    // Pure values and rules.
    .target(name: "AlarmClock", dependencies: ["PlainText"]),
    .target(name: "Hardware"),
    .target(name: "PlainText"),
    .target(name: "Insight", dependencies: ["AlarmClock"]),
    .target(name: "Reminders", dependencies: ["AlarmClock", "Insight"]),
    .target(name: "Faces", dependencies: ["AlarmClock", "Hardware"]),
    .target(name: "Charts", dependencies: ["PlainText"]),
    .target(name: "Calendars", dependencies: ["AlarmClock", "PlainText"]),
    // Files that people write, read strictly.
    .target(name: "JSON5Files", dependencies: ["PlainText"]),

    // One job each, over the toolchain and C libraries alone.
    .target(name: "MockHardware", dependencies: ["Hardware", "CLinux"]),
    .target(name: "LinuxHardware", dependencies: ["Hardware", "CGPIO", "CI2C", "CALSA", "CLinux"]),
    .target(name: "CameraNodes", dependencies: ["Hardware", "CLinux"]),
    .target(name: "LinuxCamera", dependencies: ["CameraNodes", "Hardware", "Pictures", "ScanLine", "CLinux"]),
    .target(name: "CardReader", dependencies: ["Hardware", "CZBar"]),
    .target(name: "Pictures", dependencies: ["Hardware", "CLinux", "CPictures", "CQRencode"]),
    .target(name: "Sound", dependencies: ["JSON5Files"], resources: [.embedInCode("sounds.json5")]),
    .target(name: "Storage", dependencies: ["AlarmClock", "CSQLite"]),
    .target(name: "ScanLine", dependencies: ["Hardware"]),
    .target(name: "Confinement", dependencies: ["Hardware", "CConfinement"]),

    // The Raspberry Pis that `board/` has a page for, and where a board file goes.
    .target(name: "Boards", dependencies: ["CLinux"]),

    // The service, its line to people, and the executables.
    .target(name: "Control", dependencies: ["AlarmClock", "Boards", "CLinux", "PlainText"]),
    // What the operating system gives: clocks, threads, child processes, durable files, systemd, log lines.
    .target(
      name: "Machine",
      dependencies: ["AlarmClock", "CLinux", "PlainText", .product(name: "Logging", package: "swift-log")]),
    // The server's side of the control socket: who may talk, framing, bounds, routing.
    .target(
      name: "ControlService",
      dependencies: [
        "AlarmClock", "Control", "Machine", "CLinux",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "Daemon",
      dependencies: [
        "AlarmClock", "Boards", "CameraNodes", "Faces", "Hardware", "Insight", "JSON5Files", "MockHardware",
        "LinuxHardware", "PlainText", "Reminders", "Sound", "Storage", "Control", "ControlService", "Machine",
        "ScanLine", "CLinux", "CSodium",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "ServiceOptions", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .executableTarget(
      name: "rouse",
      dependencies: [
        "AlarmClock", "Boards", "Calendars", "Charts", "CLinux", "Control", "Hardware", "Insight", "MQTTReports",
        "Pictures", "PlainText", "ServiceOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Insight/Report/report.css"), .embedInCode("Insight/Report/report.js"), .embedInCode("Help"),
      ]),
    .executableTarget(
      name: "rouse-daemon",
      dependencies: [
        "CLinux", "Control", "Daemon", "Machine", "PlainText", "ServiceOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "rouse-scan",
      dependencies: [
        "CLinux", "Hardware", "LinuxCamera", "CardReader", "Pictures", "PlainText", "ScanLine", "Confinement",
      ]),
    .executableTarget(
      name: "rouse-sound", dependencies: ["Sound", "Confinement", "CLinux", "CSndFile", "CSampleRate", "CEBUR128"]),

    // What the house is told by MQTT, and what it may ask for: pure values. The program beside them has the network.
    .target(name: "MQTTReports", dependencies: ["Control"]),
    .target(name: "Home", dependencies: ["AlarmClock", "Control", "JSON5Files", "MQTTReports", "PlainText"]),
    .executableTarget(
      name: "rouse-mqtt",
      dependencies: [
        "AlarmClock", "CLinux", "CMosquitto", "Control", "Home", "JSON5Files", "Machine", "MQTTReports", "PlainText",
      ]),

    // Frames as a camera makes them, and the program that measures the executables and the card reader: not installed.
    .target(name: "SyntheticFrames", dependencies: ["Hardware", "Pictures"], path: "Tests/SyntheticFrames"),
    .executableTarget(
      name: "rouse-bench",
      dependencies: [
        "AlarmClock", "CardReader", "CLinux", "Control", "Hardware", "Pictures", "Storage", "SyntheticFrames",
        "TestSupport",
      ], path: "Tests/Bench"),

    // What tests of several rooms wait with.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // A simulated chip, and a mock clock that only sleeps.
    .target(name: "TestDevices", dependencies: ["Hardware", "MockHardware"], path: "Tests/TestDevices"),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(name: "AlarmClockTests", dependencies: ["AlarmClock", "TestSupport"], exclude: ["model.py"]),
    .testTarget(name: "HardwareTests", dependencies: ["Hardware"]),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText"]),
    .testTarget(
      name: "FacesTests", dependencies: ["Faces", "AlarmClock", "Hardware", "TestSupport"], exclude: ["Days"]),
    .testTarget(
      name: "InsightTests", dependencies: ["Insight", "AlarmClock", "TestSupport"],
      exclude: ["model.py", "examples.py"]),
    .testTarget(name: "RemindersTests", dependencies: ["Reminders", "AlarmClock", "Insight", "TestSupport"]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "PlainText", "TestSupport"], exclude: ["Screens"]),
    .testTarget(
      name: "CalendarsTests", dependencies: ["Calendars", "AlarmClock", "TestSupport"],
      exclude: ["check", "dates.c", "dates.py", "packages", "tools"]),
    .testTarget(
      name: "MockHardwareTests", dependencies: ["MockHardware", "Hardware", "TestDevices", "TestSupport"]),
    .testTarget(
      name: "LinuxHardwareTests",
      dependencies: ["LinuxHardware", "MockHardware", "Hardware", "TestDevices", "TestSupport"]),
    // One suite a protocol, on the mock everywhere and on the Linux driver on the virtual board; and the whole clock there.
    .testTarget(
      name: "BoardTests",
      dependencies: [
        "Hardware", "MockHardware", "LinuxHardware", "LinuxCamera", "CardReader", "Pictures", "Control", "AlarmClock",
        "ScanLine", "Sound", "CALSA", "TestDevices", "TestSupport",
      ]),
    .testTarget(
      name: "CardReaderTests",
      dependencies: [
        "AlarmClock", "CardReader", "CQRencode", "Pictures", "Hardware", "ScanLine", "SyntheticFrames", "TestDevices",
        "TestSupport",
      ]),
    .testTarget(
      name: "SyntheticFramesTests", dependencies: ["SyntheticFrames", "CardReader", "Hardware", "Pictures"]),
    .testTarget(
      name: "ScanTests",
      dependencies: [
        "rouse-scan", "CardReader", "Hardware", "Pictures", "ScanLine", "SyntheticFrames", "TestDevices", "TestSupport",
      ]),
    .testTarget(
      name: "LinuxCameraTests",
      dependencies: ["CameraNodes", "LinuxCamera", "Pictures", "Hardware", "ScanLine", "TestSupport"]),
    .target(name: "ConfinementProbe", dependencies: ["CConfinement"], path: "Tests/ConfinementProbe"),
    .testTarget(name: "ConfinementTests", dependencies: ["CConfinement", "ConfinementProbe", "TestSupport"]),
    .testTarget(name: "SoundTests", dependencies: ["Sound", "CEBUR128", "TestSupport"]),
    .testTarget(name: "HomeTests", dependencies: ["AlarmClock", "Control", "Home", "MQTTReports", "TestSupport"]),
    .testTarget(name: "StorageTests", dependencies: ["Storage", "AlarmClock", "CSQLite", "TestSupport"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Daemon", "AlarmClock", "Boards", "Control", "ControlService", "Faces", "Hardware", "Home", "JSON5Files",
        "LinuxHardware", "Machine", "MockHardware", "Pictures", "Reminders",
        "ScanLine", "Sound", "Storage", "CEBUR128", "CLinux", "CSQLite", "CSndFile", "TestDevices", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "rouse", "AlarmClock", "Boards", "Charts", "Control", "Hardware", "Insight", "MQTTReports", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["Screens"]),
    // Bytes from outside: deploy/fuzz looks for bad ones by libFuzzer, the tests try what is known.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "AlarmClock", "Calendars", "CardReader", "Control", "ControlService", "Daemon", "Faces", "Hardware", "Home",
        "JSON5Files", "MQTTReports", "Machine", "MockHardware", "Pictures", "PlainText", "ScanLine", "Sound", "Storage",
        "TestSupport",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      exclude: ["corpus", "libFuzzer", "dictionaries", "regressions", "seeds"]),
    .testTarget(
      name: "WholePathTests",
      dependencies: ["AlarmClock", "Control", "Hardware", "MQTTReports", "Pictures", "Storage", "TestSupport"],
      exclude: ["packages"]),
  ],
  swiftLanguageModes: [.v6]
)

// The tests compile what computes as it is installed, which takes them a fifth of the time. SwiftPM calls every flag of the
// compiler unsafe, and refuses a dependency that has one: so only deploy/test-build asks for it.
if Context.environment["ROUSE_OPTIMIZE"] != nil {
  let computing = [
    "Calendars", "CardReader", "Hardware", "LinuxCamera", "MockHardware", "Pictures", "PlainText", "Sound",
    "SyntheticFrames", "TestDevices", "rouse-scan", "rouse-sound",
  ]
  for target in package.targets where computing.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
}

// ROUSE_ROOM=AlarmClock: only this module, its tests and what both depend on, so that a change is tested within a minute.
if let room = Context.environment["ROUSE_ROOM"] {
  precondition(package.targets.contains { $0.name == room }, "ROUSE_ROOM=\(room): there is no such target")
  // Programs that tests start and do not link.
  let started = [
    "WholePathTests": ["rouse", "rouse-daemon", "rouse-scan", "rouse-sound", "rouse-mqtt"],
    "DaemonTests": ["rouse-daemon", "rouse-scan", "rouse-sound"],
  ]
  func links(_ target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
  }
  let tests = package.targets.filter(\.isTest)
  let own = tests.filter { $0.name == room + "Tests" }
  var needed = Set([room] + (own.isEmpty ? tests.filter { links($0).contains(room) } : own).map(\.name))
  var left = needed
  while let name = left.popFirst() {
    for target in package.targets where target.name == name {
      let names = links(target) + started[name, default: []]
      left.formUnion(names.filter { needed.insert($0).inserted })
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name) }
}
