package gateway

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// ClockError returns how far this machine's clock is ahead of the server's, less than
// zero when it is behind: as far as follows for certain from the header Date, which has
// whole seconds, of an answer that took its time.
func (a *API) ClockError(ctx context.Context, now func() time.Time) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base.String()+"/gateway", nil)
	if err != nil {
		return 0, err
	}
	sent := now()
	resp, err := a.network.Transport.RoundTrip(req) // a refusal has a date, too
	if err != nil {
		return 0, a.redact(err)
	}
	received := now()
	resp.Body.Close()
	date, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("%w: it has no date", errAnswer)
	}
	if ahead := sent.Sub(date.Add(time.Second)); ahead > 0 {
		return ahead, nil
	}
	return min(received.Sub(date), 0), nil
}
