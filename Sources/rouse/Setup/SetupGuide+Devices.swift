import Boards
import Control

extension SetupGuide {
  func lookAtBoard() throws(ControlError) {
    let board = status.board
    try say("The service runs on the board \(StatusText.board(board)).")
    if board.mock {
      try say(
        "That is the mock board: it drives no hardware, and its devices only record their commands. "
          + "For a real one: \(BoardPlace().command), then `sudo systemctl restart rouse`; then `rouse setup` again.")
      if isAtTerminal { try say("To watch its devices: `rouse mock watch` in a second terminal.") }
      return
    }
    try say("Checking the computer and its devices: this takes a few seconds and makes no noise.")
    // A later step takes care of these.
    let later: Set = ["card", "cards", "next", "sound", "volume"]
    let wrong = try connection.ask(Examine()).findings.filter { $0.level != .ok && !later.contains($0.check) }
    try Output.line(wrong.isEmpty ? "No problems found." : DoctorCommand.text(wrong, style: .output))
    if !wrong.isEmpty { try leave("to fix these problems (`rouse doctor`)") }
  }

  func isFitted(_ role: String) -> Bool {
    status.devices[role].map { $0.health != .notFitted } ?? false
  }

  // MARK: Devices

  func tryDevices() throws(ControlError) {
    let fitted = SetupQuestion.devices.filter { isFitted($0.key) }
    let known = fitted.filter { isNoticed($0) }.map { $0.key }
    if !known.isEmpty { try say("Done before: \(known.joined(separator: ", ")).") }
    let unknown = fitted.filter { !known.contains($0.key) }
    guard !unknown.isEmpty else { return }
    guard isAtTerminal else {
      for question in unknown { try take(try ask(question), to: question) }
      return
    }
    guard try ask(.act) == "yes" else { return try leave("to test \(unknown.map { $0.key }.joined(separator: ", "))") }
    let alone = ["speaker", "vibration"]
    for question in unknown where alone.contains(question.key) {
      try take(try noticed(question) { () throws(ControlError) in try actAlone(question.key) }, to: question)
    }
    var haveActed = false
    for question in unknown where !alone.contains(question.key) {
      if question.key == "buzzer", status.quiet.now {
        let hours = TimePhrase.clocks(in: Terminal.printable(status.quiet.hours))
        try say("Quiet hours are active (\(hours)), so the buzzer stays silent.")
        try leave("to test the buzzer outside quiet hours")
        continue
      }
      // All devices act together, so repeat that only on request.
      let answer = try noticed(question, isRepeated: haveActed) { () throws(ControlError) in try actTogether() }
      haveActed = true
      try take(answer, to: question)
    }
  }

  /// Lets a device act and asks whether it was noticed. Repeats that on request.
  private func noticed(
    _ question: SetupQuestion, isRepeated: Bool = false, _ act: () throws(ControlError) -> Bool
  ) throws(ControlError) -> String? {
    var hasActed = isRepeated
    while true {
      if !hasActed, try !act() { return nil }
      if let device = status.devices[question.key], device.health == .failed {
        try say("\(question.key): \(StatusText.health(device, .output))")
        return "no"
      }
      let answer = try ask(question)
      guard answer == "again" else { return answer }
      hasActed = false
    }
  }

  private func take(_ answer: String?, to question: SetupQuestion) throws(ControlError) {
    let role = question.key
    guard let answer else { return try leave("to test the \(role)") }
    keep(answer, to: question)
    guard answer == "no" else { return }
    if status.devices[role]?.health == .failed { return try leave("the \(role), which has failed (`rouse doctor`)") }
    try leave(role == "camera" ? "to aim the camera (`rouse camera aim`)" : "the \(role), which you did not notice")
    try say(Self.remedy(for: role))
  }

  private func actAlone(_ role: String) throws(ControlError) -> Bool {
    let acted = try attempt {
      let client = try connection.open()
      if role == "speaker" {
        try say("The speaker plays for 3 seconds.")
        try follow(PreviewSound(sound: nil, seconds: 3), on: client)
      } else {
        try say("The motor vibrates for 2 seconds.")
        try follow(PreviewVibration(vibration: "medium", seconds: 2), on: client)
      }
    }
    status = try connection.ask(GetStatus())
    return acted
  }

  /// Waits for the end of the preview without drawing it.
  private func follow<Preview: Command>(
    _ preview: Preview, on client: ControlClient
  ) throws(ControlError) where Preview.Reply == PreviewProgress {
    try client.stream(preview, isFollowed: true) { (progress) throws(ControlError) in
      if progress.ended != .nothing { Output.notes(progress.notes) }
      if let ended = progress.ended, ended != .over { try say(PreviewText.ending(progress)) }
    }
  }

  private func actTogether() throws(ControlError) -> Bool {
    try say("All devices act together for 2 seconds.")
    return try attempt {
      let reply = try connection.ask(TestDevices(milliseconds: 2000))
      Output.notes(reply.notes)
      status.devices = reply.devices
    }
  }

  // MARK: Camera

  func tryCamera() throws(ControlError) {
    guard isFitted("camera") else {
      return try say("No camera is fitted: no card can be read, and rings end only by themselves.")
    }
    if isNoticed(.camera) { return try say("Done before.") }
    if isAtTerminal, try ask(.look) != "yes" { return try leave("to aim the camera (`rouse camera aim`)") }
    let answer = try noticed(.camera, isRepeated: !isAtTerminal) { () throws(ControlError) in
      try say("The camera looks for 5 seconds.")
      let looked = try attempt { try CameraAimCommand.list(try connection.open(), 5, isJSON: false) }
      status = try connection.ask(GetStatus())
      return looked
    }
    try take(answer, to: .camera)
  }

  private static func remedy(for role: String) -> String {
    let first =
      switch role {
      case "speaker":
        "Is the speaker plugged in and turned up? See `rouse settings get volume`; hear it: `rouse sound preview tone`."
      case "vibration": "Does the motor lie against the bed? Feel it: `rouse vibration preview strong`."
      case "buzzer": "It beeps in `rouse test devices`, except in quiet hours: `rouse quiet`."
      case "display": "Is it wired as the page of your board shows? See `rouse settings get brightness`."
      case "camera": "Mount, focus and light it: `rouse camera aim` draws what it sees."
      default: "It lights in `rouse test devices`."
      }
    return first + " `rouse doctor` shows what is wrong with a device."
  }
}
