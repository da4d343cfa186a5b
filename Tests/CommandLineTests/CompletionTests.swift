import AlarmClock
import ArgumentParser
import Testing

@testable import rouse

struct CompletionTests {
  private func named(_ name: String, _ id: String?) -> (name: String, id: String?, about: String) { (name, id, "x") }

  @Test func whatANameCannotSayIsOfferedByItsID() {
    let offers = Offer.all([
      named("Work", "a"), named("Tea", "b"), named("tea", "c"), named("", "d"), named("-x", "e"),
      named("bell\u{7}", "f"), named("-y", nil), named("~root", "g"),
    ])
    #expect(offers.map(\.word) == ["Work", "b", "c", "d", "e", "f", "g"])
    #expect(offers.map(\.about).prefix(3) == ["x", "Tea, x", "tea, x"])
  }

  @Test(arguments: ["a $(id)", "a `id`", "$HOME", "no!", "!-1"])
  func whatAShellWouldExpandIsOfferedByItsID(name: String) {
    for shell in [CompletionShell.bash, .zsh] {
      #expect(Offer.all([named(name, "id")], for: shell).map(\.word) == ["id"])
    }
    #expect(Offer.all([named(name, "id")], for: .fish).map(\.word) == [name])
  }

  @Test(arguments: [
    ("Work", CompletionShell.bash, "'Work'"), ("it's", .bash, #"'it'\''s'"#), ("$(id)", .bash, "'$(id)'"),
    ("a:b", .zsh, #"a\:b:about"#), (#"a\b"#, .zsh, #"a\\b:about"#), ("a b", .fish, "a b\tabout"),
  ])
  func eachShellGetsItsOwnQuotes(word: String, shell: CompletionShell, text: String) {
    #expect(Offer(word: word, about: "about").text(for: shell) == text)
    #expect(Offer(word: word, about: "").text(for: nil) == word)
  }

  @Test(arguments: [
    (SettingKey.flash, ["on", "off"]), (.timeFormat, ["12h", "24h"]), (.volume, []), (.wakeCheck, ["off"]),
    (.vibration, ["off", "light", "medium", "strong"]), (.clockSource, ["ntp", "battery"]), (.quiet, ["on", "off"]),
    (.vibrationPattern, ["steady", "pulse", "heartbeat", "escalating"]),
  ])
  func aSettingOffersTheWordsThatItTakes(key: SettingKey, words: [String]) {
    #expect(SettingWords.words(of: key) == words + ["default"])
  }
}
