// Package docs is what players read, and the page on which they check shuffles.
package docs

import _ "embed"

// VerifyPage is the page that checks shuffles: one file of HTML that needs
// nothing else.
//
//go:embed verify.html
var VerifyPage []byte
