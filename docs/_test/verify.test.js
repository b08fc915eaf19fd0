"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { verifier, html, wrong } = require("./page.js");

const vectors = JSON.parse(fs.readFileSync(path.join(__dirname, "..", "fairness-vectors.json"), "utf8"));

test("SHA-256 is that of another program, at each length", () => {
  for (let n = 0; n < 300; n++) {
    const bytes = crypto.createHash("sha512").update(String(n)).digest();
    const message = Uint8Array.from({ length: n }, (_, i) => bytes[i % 64] ^ i);
    assert.equal(verifier.hex(verifier.sha256(message)), crypto.createHash("sha256").update(message).digest("hex"), `length ${n}`);
  }
});

test("HMAC is that of another program", () => {
  for (let n = 0; n <= 64; n++) {
    const key = crypto.createHash("sha512").update(`key ${n}`).digest().subarray(0, n);
    const message = verifier.utf8(`message é ${"x".repeat(n)}`);
    assert.equal(verifier.hex(verifier.hmac(key, message)), crypto.createHmac("sha256", key).update(message).digest("hex"), `key of ${n}`);
  }
});

test("a word at or above the bound is passed over", () => {
  const fed = (...words) => words[Symbol.iterator]();
  assert.equal(verifier.below(10, fed(4294967290, 4294967295, 4294967289)), 9);
  assert.equal(verifier.below(64, fed(4294967295)), 63);
});

test("every vector gives its shoe", () => {
  assert.ok(vectors.length >= 24);
  for (const v of vectors) {
    assert.equal(verifier.hex(verifier.sha256(verifier.unhex(v.server_seed))), v.commitment);
    if (v.seats) assert.equal(verifier.combine(v.seats), v.client_seed);
    assert.deepEqual(verifier.shoe(verifier.unhex(v.server_seed), v.client_seed, v.interaction_id, v.decks, v.jokers), v.shoe);
  }
});

test("numbers of deadlines are read to their last bit", () => {
  const above = vectors.filter((v) => BigInt(v.interaction_id) >= 2n ** 63n);
  assert.ok(above.length >= 6);
  const proof = (v, interaction) => `holecard fair proof ${v.seats ? 3 : 2}
hand: ${interaction} at vegas
commitment: ${v.commitment}
server seed: ${v.server_seed}
client seed: ${JSON.stringify(v.client_seed)}
${(v.seats ?? []).map((seed, k) => `seat ${k + 1}: ${JSON.stringify(seed)}\n`).join("")}interaction: ${interaction}
decks: ${v.decks}
jokers: ${v.jokers}
dealt before: 0
cards: ${v.shoe.map((card) => verifier.cardName(card)).join(" ")}
end of proof
`;
  for (const v of above) {
    assert.deepEqual(wrong(proof(v, v.interaction_id)), []);
    const cards = String(v.seats ? 10 + v.seats.length : 10);
    for (const bit of [0n, 1n, 21n, 22n, 62n, 63n]) {
      assert.deepEqual(wrong(proof(v, String(BigInt(v.interaction_id) ^ (1n << bit)))), [cards]);
    }
  }
});

test("the page takes what was pasted as text, and talks to nobody", () => {
  for (const forbidden of [/innerHTML/, /outerHTML/, /insertAdjacentHTML/, /document\.write/, /\beval\(/, /fetch\(/, /XMLHttpRequest/, /\bimport\b/, /\bsrc=/, /https?:\/\/(?!www\.w3\.org)/]) {
    assert.doesNotMatch(html, forbidden);
  }
  assert.match(html, /default-src 'none'/);
});
