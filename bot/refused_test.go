package bot

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

func TestARefusalNamesTheFieldsAndCitesNothing(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 40) + `{"_errors":[{"code":"DEEP"}]}` + strings.Repeat("}", 40)
	for _, test := range []struct{ name, body, want string }{
		{"no JSON", `<html>`, "HTTP 400"},
		{"no detail", `{"code":10062,"message":"Unknown interaction"}`, "HTTP 400, Discord's code 10062: Unknown interaction"},
		{"a field", `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"embeds":{"0":{"description":{"_errors":[
			{"code":"BASE_TYPE_MAX_LENGTH","message":"Must be 4096 or fewer in length."}]}}}}}}`,
			"HTTP 400, Discord's code 50035: Invalid Form Body (data.embeds.0.description BASE_TYPE_MAX_LENGTH)"},
		{"the whole", `{"code":50035,"message":"Invalid Form Body","errors":{"_errors":[{"code":"TOO_LARGE"}]}}`,
			"HTTP 400, Discord's code 50035: Invalid Form Body (TOO_LARGE)"},
		{"more than five", `{"errors":{"b":{"_errors":[{"code":"B1"},{"code":"B2"}]},"a":{"_errors":[{"code":"A"}]},
			"c":{"_errors":[{"code":"C1"},{"code":"C2"},{"code":"C3"},{"code":"C4"}]}}}`,
			"HTTP 400 (a A; b B1; b B2; c C1; c C2; and 2 more)"},
		{"what a player wrote", `{"message":"Value \"hunter2\" is not 'hunter2' or “hunter2","errors":{"hunter 2":{"_errors":[
			{"code":"hunter2","message":"Value \"hunter2\" is not snowflake."}]}}}`, "HTTP 400: Value […] is not […] or […] (? ?)"},
		{"other types", `{"errors":{"a":[7],"b":{"_errors":{"code":7}},"c":{"_errors":[{"code":7}]}}}`, "HTTP 400 (c ?)"},
		{"deep", `{"errors":` + deep + `}`, "HTTP 400"},
	} {
		if got := newRefusal(400, []byte(test.body)).Error(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestARefusedAnswerIsLoggedWithTheFieldAndNoSecret(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := newFake(t)
		f.rest = func(w http.ResponseWriter, r *http.Request, n int) bool {
			if !strings.HasSuffix(r.URL.Path, "/callback") {
				return false
			}
			token := strings.Split(r.URL.Path, "/")[4]
			status(400, `{"code":50035,"message":"Invalid Form Body of `+token+` and `+fakeToken+`","errors":{"data":{"content":{"_errors":[
				{"code":"BASE_TYPE_BAD_LENGTH","message":"not my words"}]}}}}`)(w, r)
			return true
		}
		r := start(f, echo())
		<-r.ready
		r.link().event("INTERACTION_CREATE", pressJSON(snowflake(1), 5, "my words"))
		synctest.Wait()
		logged := r.log.String()
		if !strings.Contains(logged, "data.content BASE_TYPE_BAD_LENGTH") {
			t.Errorf("the field is not in the log:\n%s", logged)
		}
		for _, secret := range []string{"secret-", fakeToken, "my words"} {
			if strings.Contains(logged, secret) {
				t.Errorf("%q is in the log:\n%s", secret, logged)
			}
		}
		r.finish()
	})
}
