package localdiscord

import (
	"net/http"
	"strconv"
	"time"
)

// Discord's JSON error codes that are used here.
const (
	codeGeneral            = 0
	codeUnknownChannel     = 10003
	codeUnknownEmoji       = 10014
	codeTooManyEmojis      = 30008
	codeUnknownGuild       = 10004
	codeUnknownMember      = 10007
	codeUnknownApplication = 10002
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeTooManyCommands    = 30032
	codeTooManyCreates     = 30034
	codeTooManyOldEdits    = 30046
	codeTooLarge           = 40005
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeNotAuthor          = 50005
	codeEmptyMessage       = 50006
	codeMissingPermissions = 50013
	codeInvalidToken       = 50027
	codeInvalidForm        = 50035
	codeThreadArchived     = 50083
	codeInvalidJSON        = 50109
)

// apiError is a refusal in Discord's words, and in its JSON.
type apiError struct {
	status int
	wait   time.Duration // of status 429

	Message string `json:"message"`
	Code    int    `json:"code"`
	Errors  any    `json:"errors,omitempty"` // the nested tree of an invalid form
}

var (
	errInvalidJSON = refuse(http.StatusBadRequest, codeInvalidJSON,
		"The request body contains invalid JSON.")
	errTooLarge = refuse(http.StatusRequestEntityTooLarge, codeTooLarge, "Request entity too large")
)

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, Code: code, Message: message}
}

func notFound(code int, name string) *apiError {
	return refuse(http.StatusNotFound, code, "Unknown "+name)
}

// plain is the refusal that says only its HTTP status.
func plain(status int) *apiError {
	return refuse(status, codeGeneral, strconv.Itoa(status)+": "+http.StatusText(status))
}
