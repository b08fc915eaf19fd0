package gateway

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestARefusalNamesTheFieldsAndCitesNothing(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 40) + `{"_errors":[{"code":"DEEP"}]}` + strings.Repeat("}", 40)
	for _, test := range []struct{ name, body, want string }{
		{"no JSON", `<html>`, "HTTP 400"},
		{"no detail", `{"code":10062,"message":"Unknown interaction"}`,
			"HTTP 400, Discord's code 10062: Unknown interaction"},
		{"a field", `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"embeds":{"0":{"description":{"_errors":[
			{"code":"BASE_TYPE_MAX_LENGTH","message":"Must be 4096 or fewer in length."}]}}}}}}`,
			"HTTP 400, Discord's code 50035: Invalid Form Body (data.embeds.0.description: " +
				"BASE_TYPE_MAX_LENGTH, Must be 4096 or fewer in length.)"},
		{"the whole",
			`{"code":50035,"message":"Invalid Form Body","errors":{"_errors":[{"code":"TOO_LARGE"}]}}`,
			"HTTP 400, Discord's code 50035: Invalid Form Body (TOO_LARGE)"},
		{"more than five", `{"errors":{"b":{"_errors":[{"code":"B1"},{"code":"B2"}]},"a":{"_errors":[{"code":"A"}]},
			"c":{"_errors":[{"code":"C1"},{"code":"C2"},{"code":"C3"},{"code":"C4"}]}}}`,
			"HTTP 400 (a: A; b: B1; b: B2; c: C1; c: C2; and 2 more)"},
		{"what a player wrote", `{"message":"Value \"hunter2\" is not 'hunter2' or “hunter2","errors":{"hunter 2":{"_errors":[
			{"code":"hunter2","message":"Value \"hunter2\" is not snowflake."}]}}}`, "HTTP 400: Value […] is not […] or […] (?: ?)"},
		{"what a player wrote with quotes", `{"message":"Value \"x\" hunter2 \"y\"\nhunter2 \" is not int."}`,
			"HTTP 400: Value […] is not int."},
		{"limits", `{"errors":{"a":{"_errors":[{"code":"A","message":"This field is required"}]},
			"b":{"_errors":[{"code":"B","message":"Must be between 1 and 100 in length."}]},
			"c":{"_errors":[{"code":"C","message":"Must be 1 or fewer in length. hunter2"}]}}}`,
			"HTTP 400 (a: A, This field is required; b: B, Must be between 1 and " +
				"100 in length.; c: C)"},
		{"other types",
			`{"errors":{"a":[7],"b":{"_errors":{"code":7}},"c":{"_errors":[{"code":7}]}}}`,
			"HTTP 400 (c: ?)"},
		{"deep", `{"errors":` + deep + `}`, "HTTP 400"},
	} {
		if got := newRefusal(&http.Response{StatusCode: 400,
			Body: io.NopCloser(strings.NewReader(test.body))}).Error(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}
