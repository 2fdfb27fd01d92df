// Runs the witness of the pages without a browser: steps as JSON on stdin; what it sent and what it has against the server on stdout.
import { readFileSync } from "node:fs";

crypto.getRandomValues = (bytes) => bytes.fill(7); // known to the test
const { Witness } = await import(process.argv[2]);
const sent = [];
const witness = new Witness("ABCDE", (message) => sent.push(message));
for (const { message, view, you } of JSON.parse(readFileSync(0, "utf8"))) witness.take(message, view, you);
console.log(JSON.stringify({ sent, alarms: witness.known.alarms.map(({ why }) => why) }));
