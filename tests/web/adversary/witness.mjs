// Runs the witness of the pages without a browser: steps as JSON on stdin; what it sent and what it has against the server on stdout.
import { readFileSync } from "node:fs";

crypto.getRandomValues = (bytes) => bytes.fill(7); // known to the test
const { Witness } = await import(process.argv[2]);
const sent = [];
const witness = new Witness("ABCDE", (message) => sent.push(message));
for (const { message, view, you, game } of JSON.parse(readFileSync(0, "utf8"))) {
  witness.hear({ ...message, view }, you);
  witness.take(message, view, you, game);
}
const before = witness.standing?.why ?? null;
witness.close();
const alarms = witness.known.alarms.map(({ why }) => why);
console.log(JSON.stringify({ sent, alarms, standing: before, closed: witness.standing?.why ?? null }));
