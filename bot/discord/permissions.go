package discord

// Permissions is a set of Discord's permission bits. Source: Discord's "Bitwise
// Permission Flags".
type Permissions uint64

// What the bot needs for messages that it edits by itself: everything else it says
// answers an interaction, for which no permission is needed.
const (
	ViewChannel           Permissions = 1 << 10
	SendMessages          Permissions = 1 << 11
	EmbedLinks            Permissions = 1 << 14
	AttachFiles           Permissions = 1 << 15
	SendMessagesInThreads Permissions = 1 << 38

	invited = ViewChannel | SendMessages | SendMessagesInThreads | EmbedLinks | AttachFiles

	administrator Permissions = 1 << 3
)

// Missing returns what the bot needs in the channel and may not do there, as far as
// Discord says.
func (c Caller) Missing() Permissions {
	if c.AppPermissions == 0 || c.AppPermissions&administrator != 0 {
		return 0
	}
	elsewhere := SendMessagesInThreads
	if c.Thread {
		elsewhere = SendMessages
	}
	return invited &^ elsewhere &^ c.AppPermissions
}
