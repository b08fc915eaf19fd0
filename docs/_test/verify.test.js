"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { verifier, html, wrong } = require("./page.js");

const file = fs.readFileSync(path.join(__dirname, "..", "fairness-vectors.json"), "utf8");
const vectors = JSON.parse(file);

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

test("the vectors hold, all together and each alone", () => {
  const result = verifier.verify(file);
  assert.equal(result.state, "good");
  assert.equal(result.proofs.length, vectors.length);
  for (const v of vectors) assert.equal(verifier.verify(JSON.stringify(v)).state, "good");
});

test("a vector does not hold with any of its fields changed", () => {
  vectors.forEach((v, i) => {
    const other = vectors[(i + 1) % vectors.length];
    for (const change of [
      { commitment: other.commitment }, { server_seed: other.server_seed }, { client_seed: v.client_seed + "x" },
      { interaction_id: String(BigInt(v.interaction_id) ^ 1n) }, { decks: (v.decks % 8) + 1 }, { jokers: v.jokers + 1 },
      { shoe: v.shoe.toSpliced(0, 2, v.shoe[1], v.shoe[0]) }, { shoe: v.shoe.slice(1) }, { shoe: [...v.shoe, 0] },
    ]) {
      if (JSON.stringify({ ...v, ...change }) === JSON.stringify(v)) continue;
      assert.notDeepEqual(wrong(JSON.stringify({ ...v, ...change })), [], `vector ${i} with ${Object.keys(change)} changed`);
    }
  });
});

test("a vector of several seats does not hold with any seat changed", () => {
  const seated = vectors.filter((v) => v.seats);
  assert.deepEqual(new Set(seated.map((v) => v.seats.length)), new Set([1, 2, 3, 4, 5, 6, 7]));
  const changed = (v, seats) => wrong(JSON.stringify({ ...v, seats }));
  for (const v of seated) {
    v.seats.forEach((seed, k) => {
      assert.deepEqual(changed(v, v.seats.with(k, seed + "x")), ["client_seed"]);
      assert.deepEqual(changed(v, v.seats.with(k, "")), [`seats[${k}]`]);
      assert.deepEqual(changed(v, v.seats.with(k, 7)), ["seats"]);
      if (v.seats.length > 1) assert.deepEqual(changed(v, v.seats.toSpliced(k, 1)), ["client_seed"]);
    });
    assert.deepEqual(changed(v, []), ["seats"]);
    assert.deepEqual(changed(v, [...v.seats, ...v.seats, "1", "2", "3", "4", "5", "6"]), ["seats"]);
    assert.deepEqual(wrong(JSON.stringify({ ...v, client_seed: v.seats[0] })), ["client_seed"]);
    // Without its seats it is a shuffle of one's own, and the same.
    assert.deepEqual(changed(v, undefined), []);
  }
});

test("numbers of deadlines are read to their last bit", () => {
  const above = vectors.filter((v) => BigInt(v.interaction_id) >= 2n ** 63n);
  assert.ok(above.length >= 6);
  for (const v of above) {
    for (const bit of [0n, 1n, 21n, 22n, 62n, 63n]) {
      assert.deepEqual(wrong(JSON.stringify({ ...v, interaction_id: String(BigInt(v.interaction_id) ^ (1n << bit)) })), ["shoe"]);
    }
    assert.deepEqual(wrong(JSON.stringify({ ...v, interaction_id: String(BigInt(v.interaction_id) + 2n ** 64n) })), ["interaction_id"]);
    assert.deepEqual(wrong(JSON.stringify({ ...v, interaction_id: Number(v.interaction_id) })), ["interaction_id"]);
  }
});

test("a key that is there twice is refused by its name", () => {
  const refused = (text) => {
    try {
      verifier.verify(text);
      return "";
    } catch (error) {
      return error.message;
    }
  };
  assert.match(refused('{"hand":"1","table":{"a":[{"x":"}","x":"{"}]}}'), /the key "x" twice/);
  assert.match(refused('[{"hand":"1"},{"ha\\u006ed":"a\\"b","hand":"2"}]'), /the key "hand" twice/);
  assert.doesNotMatch(refused('[{"hand":"hand"},{"hand":"1","a":{"hand":[]}}]'), /twice/);
});

test("the page takes what was pasted as text, and talks to nobody", () => {
  for (const forbidden of [/innerHTML/, /outerHTML/, /insertAdjacentHTML/, /document\.write/, /\beval\(/, /fetch\(/, /XMLHttpRequest/, /\bimport\b/, /\bsrc=/, /https?:\/\/(?!www\.w3\.org)/]) {
    assert.doesNotMatch(html, forbidden);
  }
  assert.match(html, /default-src 'none'/);
});
