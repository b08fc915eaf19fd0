package localdiscord

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEmojisAreKeptAsDiscordKeepsThem(t *testing.T) {
	s := New(Config{})
	defer s.Close()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	picture := "data:image/png;base64," + base64.StdEncoding.EncodeToString(file.Bytes())
	path := "/applications/" + s.world.app.ID.String() + "/emojis"
	for _, f := range []struct {
		fact, body, code string
	}{
		{"a name is needed", `{"image":"` + picture + `"}`, "BASE_TYPE_REQUIRED"},
		{"of two letters at least", `{"name":"a","image":"` + picture + `"}`,
			"BASE_TYPE_BAD_LENGTH"},
		{"without hyphens", `{"name":"a-b","image":"` + picture + `"}`, "STRING_TYPE_REGEX"},
		{"a picture is needed", `{"name":"ab"}`, "BASE_TYPE_REQUIRED"},
		{"which is one", `{"name":"ab","image":"data:image/png;base64,QUJD"}`, "IMAGE_INVALID"},
		{"in a data URI", `{"name":"ab","image":"QUJD"}`, "IMAGE_INVALID"},
	} {
		status, answer := s.do(t, "POST", path, f.body)
		if status != http.StatusBadRequest || !strings.Contains(string(marshal(answer)), f.code) {
			t.Errorf("%s: %d %v", f.fact, status, answer)
		}
	}
	body := `{"name":"card_ace","image":"` + picture + `"}`
	status, made := s.do(t, "POST", path, body)
	if status != http.StatusCreated || made["name"] != "card_ace" {
		t.Fatalf("created: %d %v", status, made)
	}
	if status, _ := s.do(t, "POST", path, body); status != http.StatusBadRequest {
		t.Error("a name is taken twice")
	}
	id, _ := made["id"].(string)
	status, list := s.do(t, "GET", path, "")
	if items, _ := list["items"].([]any); status != http.StatusOK || len(items) != 1 {
		t.Errorf("listed: %d %v", status, list)
	}
	shown := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://127.0.0.1/emojis/"+id+".png", nil)
	if s.Handler().ServeHTTP(shown, r); !bytes.Equal(shown.Body.Bytes(), file.Bytes()) {
		t.Errorf("the picture is %d %q", shown.Code, shown.Body)
	}
	if status, _ := s.do(t, "DELETE", path+"/"+id, ""); status != http.StatusNoContent {
		t.Errorf("deleted: %d", status)
	}
	if status, _ := s.do(t, "DELETE", path+"/"+id, ""); status != http.StatusNotFound {
		t.Errorf("deleted twice: %d", status)
	}
	if status, _ := s.do(t, "GET", "/applications/1/emojis", ""); status != http.StatusNotFound {
		t.Errorf("of another application: %d", status)
	}
}
