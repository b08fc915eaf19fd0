// The playground's own HTTP interface, as the page uses it.

// Refusal is what the playground answers to what cannot be.
export class Refusal extends Error {}

// post sends body as JSON and returns the decoded answer, or null when there
// is none. A refusal throws a Refusal whose message is fit to be shown.
export async function post(path, body) {
  let response;
  try {
    response = await fetch(`/playground/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("The playground cannot be reached. Is it still running?");
  }
  const text = await response.text();
  const answer = decode(text);
  if (!response.ok) throw new Refusal(answer?.message || `The playground answered ${response.status}.`);
  return answer;
}

// world returns who and what there is.
export async function world() {
  const response = await fetch("/playground/world");
  if (!response.ok) throw new Error(`The playground answered ${response.status}.`);
  return response.json();
}

// subscribe streams everything that person may see to onEvent until the
// returned function is called. It connects again by itself; the server then
// begins with the whole present state. onLink hears true and false as the
// connection comes and goes.
export function subscribe(person, onEvent, onLink) {
  let source;
  let timer;
  let delay = 500;
  const open = () => {
    source = new EventSource(`/playground/events?as=${encodeURIComponent(person)}`);
    source.onopen = () => {
      delay = 500;
      onLink(true);
    };
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = () => {
      onLink(false);
      // The browser tries again after a broken connection but gives up after
      // an HTTP error, which a server that is starting may well send.
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, delay);
      delay = Math.min(delay * 2, 5000);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function decode(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
