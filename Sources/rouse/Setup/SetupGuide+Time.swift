import AlarmClock
import Control

/// The time and its zone. If either is wrong, every alarm rings at the wrong time.
extension SetupGuide {
  func askTheTime() throws(ControlError) {
    guard isAtTerminal else {
      try say("\(sentence).")
      if ZoneAdvice.isUTC(status.clock.zone) { try leave("to set the time zone: \(ZoneAdvice.remedy)") }
      return
    }
    guard decided(.time) != status.clock.zone else { return try say("\(sentence).") }
    _ = try persist { () throws(ControlError) in
      status = try connection.ask(GetStatus())
      var question = SetupQuestion.time
      question.text = "\(sentence). Is that right?"
      guard let answer = try ask(question, fallback: ZoneAdvice.isUTC(status.clock.zone) ? "no" : "yes") else {
        try leave("to check the time and its zone: `rouse help zone`")
        return .later
      }
      if answer == "yes" {
        keep(status.clock.zone, to: question)
        return .done
      }
      try say(
        "To set the zone, type in another terminal: \(ZoneAdvice.remedy). If the zone is right and the time is wrong, "
          + "`timedatectl` shows whether the time comes from the network.")
      return .failed
    }
  }

  /// `It is Wed 2026-11-25 18:06 in Etc/UTC`
  private var sentence: String {
    "It is \(TimePhrase.stamp(status.clock.now, .wholeMinutes)) in \(Terminal.printable(status.clock.zone))"
  }
}
