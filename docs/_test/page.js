// Loads the verifier out of the page, as the browser would run it. VERIFY_PAGE names another
// file of the page.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const file = process.env.VERIFY_PAGE || path.join(__dirname, "..", "verify.html");
const html = fs.readFileSync(file, "utf8");
const code = /<script id="verifier">([^]*?)<\/script>/.exec(html)[1];

exports.html = html;
exports.verifier = new Function(`${code}; return verifier;`)();

// wrong returns where the verifier sees problems in what is pasted: lines or
// fields, "unreadable", or with a "?" behind it what cannot be told yet.
exports.wrong = (pasted) => {
  try {
    const rows = exports.verifier.verify(pasted).proofs.flatMap((proof) => proof.rows);
    return rows.filter((row) => row.state === "bad" || row.state === "wait")
      .map((row) => String(row.where) + (row.state === "wait" ? "?" : "")).sort();
  } catch (error) {
    if (error instanceof exports.verifier.Unreadable) return ["unreadable"];
    throw error;
  }
};
