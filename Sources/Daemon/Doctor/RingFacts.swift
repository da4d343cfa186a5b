import AlarmClock
import Control

func cardsFact(count: Int) -> Fact {
  switch count {
  case 0: .warning(.cards, "no card is enrolled", why: "without one no alarm can be set", fix: Fact.firstStep)
  case 1:
    .warning(
      .cards, "there is one card alone",
      why: "if it is lost or wet, a ring goes on until it gives up (`silence-after`)", fix: Fact.firstStep)
  default: .ok(.cards, "\(count) cards are enrolled")
  }
}

/// `lying`: the cards in view of the camera that end the next ring. `others`: the other cards that end it.
func lyingCardsFact(_ lying: [String], others: [String]) -> Fact? {
  guard !lying.isEmpty else { return nil }
  let isOne = lying.count == 1
  return Fact(
    check: .card, level: others.isEmpty ? .problem : .warning,
    what: "\(lying.joined(separator: " and ")) \(isOne ? "lies" : "lie") before the camera",
    why: others.isEmpty
      ? "a card ends a ring only when it is brought, and no other ends the next one: it would ring on until this one "
        + "was taken away and brought back"
      : "a card ends a ring only when it is brought; until then only \(others.joined(separator: " or ")) would end "
        + "the next one",
    fix: "take \(isOne ? "it" : "them") back to \(isOne ? "its place" : "their places")")
}

/// Never a warning, but everybody who sleeps there should know.
let evidenceFact = Fact.ok(
  .evidence,
  "ON: the camera's last pictures of each ring are kept, and members of the group rouse can look at them; "
    + "`rouse settings set evidence off` deletes them")

func missingSoundFact(_ sound: MissingSoundView) -> Fact {
  let users = sound.usedBy.joined(separator: " and ")
  if let why = sound.why {
    return .warning(
      .sound, "the sound \(sound.sound) cannot be played, which \(users) asked for",
      why: "\(why); \(sound.playsInstead) plays instead", fix: "choose another where it is used: rouse sound list")
  }
  return .warning(
    .sound, "the sound \(sound.sound) is gone, which \(users) asked for", why: "\(sound.playsInstead) plays instead",
    fix: "add it again (rouse sound add FILE), or choose another where it is used: rouse sound list")
}

func endingCalendarFact(_ calendar: EndingCalendarView, today: String) -> Fact {
  .warning(
    .holidays, calendar.what(today: today),
    why: "on holidays after that, alarms ring, except on those that come back every year", fix: calendar.fix)
}

/// - Parameter next: the alarm that rings next, or `nil` if none does.
func volumeFacts(_ lowAlarms: [(name: String, low: LowVolume)], next: Alarm?, hasBuzzer: Bool) -> [Fact] {
  var alone = lowAlarms.filter(\.low.isAlone).map(\.name)
  let felt = lowAlarms.filter { !$0.low.isAlone }.map(\.name)
  var facts: [Fact] = []
  let risk = "below \(LowVolume.limit) %, with nothing felt beside it"
  let loudSpeaker = "the speaker plays at \(RingState.standInVolume) %"
  let why = "nobody may wake before \(hasBuzzer ? "the buzzer joins" : loudSpeaker)"
  if let next, let index = alone.firstIndex(of: next.name) {
    alone.remove(at: index)
    facts.append(
      .problem(
        .volume, "\(next.name) rings next, \(risk)", why: why,
        fix: "raise it: rouse alarm edit \(next.id) --volume 60"))
  }
  let feltAlone = "vibration may wake nobody before \(hasBuzzer ? "the buzzer" : loudSpeaker)"
  for (alarms, what, why) in [(alone, risk, why), (felt, "below \(LowVolume.limit) %", feltAlone)]
  where !alarms.isEmpty {
    let more = alarms.count > 10 ? " and \(alarms.count - 10) more" : ""
    facts.append(
      .warning(
        .volume, "\(what): \(alarms.prefix(10).joined(separator: ", "))\(more)", why: why,
        fix: "raise it: rouse alarm edit NAME --volume 60, or rouse settings set volume 60"))
  }
  return facts
}

/// `cards`: the names of the cards that end the next ring. `hasCards`: whether any card is enrolled.
func nextFact(
  _ next: AlarmBook.NextRing?, cards: [String], hasCards: Bool, in zone: ZoneRules, _ format: Settings.TimeFormat
) -> Fact {
  guard let next else {
    return .warning(
      .next, "no alarm rings", why: "nobody is woken",
      fix: "first: \(hasCards ? "rouse alarm add 07:30" : Fact.firstStep)")
  }
  let due = zone.local(next.occurrence.due)
  let what = "\(next.alarm.name) rings \(due.date) \(due.time.text(format)), and"
  guard cards.isEmpty else { return .ok(.next, "\(what) ends with \(cards.joined(separator: " or "))") }
  return .problem(
    .next, "\(what) no card ends it", why: "it would ring until it gives up (`silence-after`)",
    fix: "rouse card add NAME, then: rouse alarm edit \(next.alarm.id) --card all")
}
