package discord

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

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
		r := play(f, echo())
		r.press(1, 5, "my words")
		synctest.Wait()
		logged := r.log.String()
		if !strings.Contains(logged, "data.content: BASE_TYPE_BAD_LENGTH") {
			t.Errorf("the field is not in the log:\n%s", logged)
		}
		for _, secret := range []string{"secret-", fakeToken, "my words"} {
			if strings.Contains(logged, secret) {
				t.Errorf("%q is in the log:\n%s", secret, logged)
			}
		}
	})
}
