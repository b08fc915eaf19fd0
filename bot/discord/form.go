package discord

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"

	"holecard/bot/discord/gateway"
	"holecard/bot/message"
)

// asJSON returns v as JSON.
func asJSON(v any) gateway.Content {
	return gateway.Content{Type: "application/json", Body: mustEncode(v)}
}

// withFiles returns v and files as Discord's form: v as JSON in the field
// payload_json, each file in a field files[n].
func withFiles(v any, files []message.File) gateway.Content {
	if len(files) == 0 {
		return asJSON(v)
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part(form, `form-data; name="payload_json"`, "application/json", mustEncode(v))
	for i, f := range files {
		kind, data := "image/png", f.PNG
		if f.JSON != nil {
			kind, data = "application/json", f.JSON
		}
		part(form, fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.Name), kind, data)
	}
	if err := form.Close(); err != nil {
		panic("discord: " + err.Error()) // writing to memory does not fail
	}
	return gateway.Content{Type: form.FormDataContentType(), Body: b.Bytes()}
}

func part(form *multipart.Writer, disposition, kind string, data []byte) {
	w, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition},
		"Content-Type": {kind}})
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		panic("discord: " + err.Error()) // writing to memory does not fail
	}
}
