import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_dom.js";
import { isNews, newsOf } from "../news.js";

const names = { user: (id) => `user ${id}`, channel: () => undefined };

test("the news of a message is one line", () => {
  const cases = [
    [{ content: "hello\nthere" }, "hello"],
    [{ embeds: [{ description: "✅ **+15** · Blackjack\nmore", fields: [{ name: "Dealer · 6" }] }] }, "✅ +15 · Blackjack"],
    [{ embeds: [{ title: "Top players", description: "```\n1. Ada\n```" }] }, "Top players: Ada"],
    [{ content: "<@5> plays", embeds: [{ description: "Your turn." }] }, "@user 5 plays"],
    [{ embeds: [{ image: {} }] }, ""],
  ];
  for (const [message, want] of cases) assert.equal(newsOf(message, names), want);
});

test("news are answers to oneself and what others say, not what becomes of their hands", () => {
  const ada = { author: { id: "bot" }, interaction_metadata: { user: { id: "ada" } } };
  assert.equal(isNews(ada, "ada", false), true);
  assert.equal(isNews(ada, "grace", true), true);
  assert.equal(isNews(ada, "grace", false), false);
  assert.equal(isNews({ ...ada, state: "thinking" }, "ada", true), false);
  assert.equal(isNews({ author: { id: "ada" } }, "ada", true), false);
});
