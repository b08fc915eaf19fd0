package view

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// Prefer changes how the player is shown things. What is chosen comes as the value of
// the select.
type Prefer struct {
	What Preference `id:"o" of:"preferences"`
}

// Preference is what a player can choose.
type Preference uint8

// The preferences.
const (
	PreferCards Preference = iota
	PreferDeck
	PreferLanguage
	Preferences = 3 // how many there are
)

// Valid reports whether there is such a preference.
func (p Preference) Valid() bool { return p < Preferences }

// What can be chosen of the preferences, by its codes in options and selects.
var (
	CardCodes = [storage.CardStyles]string{storage.AnyCards: "server",
		storage.EmojiCards: "emoji", storage.PictureCards: "picture", storage.TextCards: "text"}
	DeckCodes = [...]string{"two", "four"}
)

// AsDiscord is the code of no language of one's own.
const AsDiscord = "discord"

// LanguageCodes are the codes of languages that can be chosen.
func LanguageCodes() []string { return append([]string{AsDiscord}, lang.Codes[:]...) }

// Tastes shows a player's preferences, with selects to change them.
func Tastes(w *lang.Printer, t storage.Taste) message.Reply {
	deck, language := DeckCodes[0], cmp.Or(t.Language, AsDiscord)
	if t.FourColours {
		deck = DeckCodes[1]
	}
	r := private(w.Say("taste.title"), w.Say("taste.text"))
	for _, s := range []struct {
		of             Preference
		hint, key, now string
		codes          []string
	}{
		{PreferCards, w.Say("setting.cards"), "cards", CardCodes[t.Cards], CardCodes[:]},
		{PreferDeck, w.Say("setting.deck"), "deck", deck, DeckCodes[:]},
		{PreferLanguage, w.Say("taste.language"), "language", language, LanguageCodes()},
	} {
		choose := discordgo.SelectMenu{CustomID: id(Prefer{s.of}), Placeholder: s.hint}
		for _, code := range s.codes {
			choose.Options = append(choose.Options, discordgo.SelectMenuOption{
				Label: w.Say("choice." + s.key + "." + code), Value: code,
				Description: aboutCards(w, code), Default: code == s.now})
		}
		at := slices.Index(s.codes, s.now)
		r.Rows = append(r.Rows, selects(choose)...)
		r.Embeds[0].Fields = append(r.Embeds[0].Fields, figure(s.hint, choose.Options[at].Label))
	}
	return r
}

// aboutCards says what a style of cards is good for, "" of what is none.
func aboutCards(w *lang.Printer, code string) string {
	if slices.Contains(CardCodes[storage.EmojiCards:], code) {
		return w.Say("taste.about." + code)
	}
	return ""
}
