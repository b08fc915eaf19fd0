package localdiscord

import (
	"net/http"
	"strconv"
	"time"
)

// Discord's JSON error codes of refusals whose words or status vary.
const (
	codeGeneral         = 0
	codeTooManyOldEdits = 30046
	codeInvalidForm     = 50035
)

// apiError is a refusal in Discord's words, and in its JSON.
type apiError struct {
	status int
	wait   time.Duration // of status 429

	Message string `json:"message"`
	Code    int    `json:"code"`
	Errors  any    `json:"errors,omitempty"` // the nested tree of an invalid form
}

// The other refusals, by Discord's codes.
var (
	errUnknownApplication = unknown(10002, "Application")
	errUnknownChannel     = unknown(10003, "Channel")
	errUnknownGuild       = unknown(10004, "Guild")
	errUnknownMember      = unknown(10007, "Member")
	errUnknownMessage     = unknown(10008, "Message")
	errUnknownEmoji       = unknown(10014, "Emoji")
	errUnknownWebhook     = unknown(10015, "Webhook")
	errUnknownInteraction = unknown(10062, "interaction")
	errTooManyEmojis      = invalid(30008, "Maximum number of emojis reached (2000)")
	errTooManyCommands    = invalid(30032,
		"Maximum number of application commands reached (100).")
	errTooManyCreates = invalid(30034,
		"Max number of daily application command creates has been reached (200)")
	errTooLarge           = refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
	errAcknowledged       = invalid(40060, "Interaction has already been acknowledged.")
	errMissingAccess      = forbidden(50001, "Missing Access")
	errNotAuthor          = forbidden(50005, "Cannot edit a message authored by another user")
	errEmptyMessage       = invalid(50006, "Cannot send an empty message")
	errMissingPermissions = forbidden(50013, "Missing Permissions")
	errInvalidToken       = refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
	errThreadArchived     = invalid(50083, "Thread is archived")
	errInvalidJSON        = invalid(50109, "The request body contains invalid JSON.")
)

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, Code: code, Message: message}
}

func unknown(code int, name string) *apiError {
	return refuse(http.StatusNotFound, code, "Unknown "+name)
}

func invalid(code int, message string) *apiError {
	return refuse(http.StatusBadRequest, code, message)
}

func forbidden(code int, message string) *apiError {
	return refuse(http.StatusForbidden, code, message)
}

// plain is the refusal that says only its HTTP status.
func plain(status int) *apiError {
	return refuse(status, codeGeneral, strconv.Itoa(status)+": "+http.StatusText(status))
}
