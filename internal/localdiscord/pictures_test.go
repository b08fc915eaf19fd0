package localdiscord

import (
	"bytes"
	"image"
	"image/png"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"
)

// withFile makes a multipart body of a payload and a file.
func withFile(t *testing.T, payload, name string, data []byte) (string, *bytes.Buffer) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	if err := w.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	part, err := w.CreateFormFile("files[0]", name)
	if err != nil {
		t.Fatal(err)
	}
	part.Write(data)
	w.Close()
	return w.FormDataContentType(), &body
}

func (s *Server) post(t *testing.T, path, kind string, body *bytes.Buffer) int {
	t.Helper()
	r := httptest.NewRequest("POST", "http://127.0.0.1:8080/api/v9"+path, body)
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code >= 300 {
		t.Log(w.Body)
	}
	return w.Code
}

func picture(t *testing.T, width int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 20))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreKeptShownAndReplaced(t *testing.T) {
	var checked string
	s := New(Config{Check: func(_, _ string, body []byte) error {
		checked = string(body)
		return nil
	}})
	defer s.Close()
	i := s.given(t)
	callback := func(i *Interaction) string {
		return "/interactions/" + i.ID.String() + "/" +
			i.Token + "/callback"
	}
	kind, body := withFile(t,
		`{"type":4,"data":{"embeds":[{"title":"Hand","image":{"url":"attachment://table.png"}}],`+
			`"attachments":[{"id":0,"description":"ace of spades"}],`+
			button(`"style":1,"label":"Hit","custom_id":"hit"`)+`}}`, "table.png", picture(t, 30))
	if code := s.post(t, callback(i), kind, body); code != 204 {
		t.Fatalf("%d", code)
	}
	if kept := s.Requests(); !strings.HasPrefix(checked, `{"type":4,`) ||
		kept[len(kept)-1].Body != checked {
		t.Errorf("the check is given %.80s, not the payload of the multipart body", checked)
	}
	m, _ := i.Latest()
	old := m.Embeds[0].Image
	if old.Width != 30 || len(m.Attachments) != 0 || m.files[0].Description != "ace of spades" {
		t.Errorf("got image %+v, attachments %+v", old, m.Attachments)
	}
	get := func(url string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", url, nil))
		return w
	}
	if w := get(old.URL); w.Code != 200 || !bytes.Equal(w.Body.Bytes(), picture(t, 30)) ||
		w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%s: %d %s", old.URL, w.Code, w.Header())
	}
	for _, c := range []struct {
		fact, attachments string
		left              int
	}{{"the old picture stays beside the new", "", 1}, {"the old picture goes", `"attachments":[],`,
		0}} {
		press, err := s.As(s.People()[0]).Click(m.ID, "hit")
		if err != nil {
			t.Fatal(err)
		}
		kind, body := withFile(t,
			`{"type":7,"data":{`+c.attachments+
				`"embeds":[{"image":{"url":"attachment://table.png"}}]}}`, "table.png",
			picture(t, 40))
		if code := s.post(t, callback(press), kind, body); code != 204 {
			t.Fatalf("%d", code)
		}
		now, _ := press.Latest()
		if now.Embeds[0].Image.Width != 40 || len(now.Attachments) != c.left {
			t.Errorf("%s: image %+v, attachments %+v", c.fact, now.Embeds[0].Image, now.Attachments)
		}
	}
	if w := get(old.URL); w.Code != 404 {
		t.Errorf("the replaced picture is still served: %d", w.Code)
	}
	late := s.given(t)
	kind, body = withFile(t, `{"type":4,"data":{"content":"x"}}`, "big.png",
		make([]byte, maxFileBytes+1))
	if code := s.post(t, callback(late), kind, body); code != 413 {
		t.Errorf("a file of more than 10 MiB: %d", code)
	}
}
