package bot

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"

	"holecard/bot/view"
)

// content is the body of a request.
type content struct {
	kind string // its content type
	body []byte // nil for none
}

// asJSON returns v as JSON.
func asJSON(v any) content { return content{"application/json", mustEncode(v)} }

// withFiles returns v and files as Discord's form: v as JSON in the field
// payload_json, each file in a field files[n].
func withFiles(v any, files []view.File) content {
	if len(files) == 0 {
		return asJSON(v)
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part(form, `form-data; name="payload_json"`, "application/json", mustEncode(v))
	for i, f := range files {
		part(form, fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.Name), "image/png", f.PNG)
	}
	if err := form.Close(); err != nil {
		panic("bot: " + err.Error()) // writing to memory does not fail
	}
	return content{form.FormDataContentType(), b.Bytes()}
}

func part(form *multipart.Writer, disposition, kind string, data []byte) {
	w, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		panic("bot: " + err.Error()) // writing to memory does not fail
	}
}
