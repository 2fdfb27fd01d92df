// Runs the witness of the pages without a browser: steps as JSON on stdin; what it sent and what it has against the server on stdout.
import { readFileSync } from "node:fs";

crypto.getRandomValues = (bytes) => bytes.fill(7); // known to the test
const { Witness } = await import(process.argv[2]);
const sent = [];
let busy = 0;
const witness = new Witness(
    "ABCDE",
    (message) => sent.push(message),
    () => busy,
);
for (const { message, view, you, game, lag = 0 } of JSON.parse(readFileSync(0, "utf8"))) {
    busy = lag;
    witness.hear({ ...message, view }, you);
    witness.take(message, view, you, game);
}
const before = witness.standing?.why ?? null;
witness.close();
const alarms = witness.known.alarms.map(({ why }) => why);
console.log(JSON.stringify({ sent, alarms, standing: before, closed: witness.standing?.why ?? null }));
