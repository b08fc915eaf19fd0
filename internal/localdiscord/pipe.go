package localdiscord

import (
	"context"
	"net"
)

// PipeListener is a [net.Listener] in memory, on [net.Pipe], so that a client
// and a [Server] run inside a testing/synctest bubble. Its Dial fits
// http.Transport.DialContext and websocket.Dialer.NetDialContext.
type PipeListener struct {
	conns chan net.Conn
	life  context.Context
	end   context.CancelFunc
}

// NewPipeListener returns a listener that only its own Dial reaches.
func NewPipeListener() *PipeListener {
	life, end := context.WithCancel(context.Background())
	return &PipeListener{make(chan net.Conn), life, end}
}

// Dial connects to the listener, whatever the address.
func (l *PipeListener) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.life.Done():
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements [net.Listener].
func (l *PipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.life.Done():
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (l *PipeListener) Close() error {
	l.end()
	return nil
}

// Addr implements [net.Listener].
func (l *PipeListener) Addr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}
}
