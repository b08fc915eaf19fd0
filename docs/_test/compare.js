// Reads pasted texts as an array of JSON on standard input, and writes where the
// page sees problems in each.
"use strict";
const fs = require("node:fs");
const { wrong } = require("./page.js");

process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(wrong)));
