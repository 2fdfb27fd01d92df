/** Watches the list of open tables: says when it has changed. What is shown stays until the person asks, so that no button moves away. */

const PAUSE = 5000;
const list = document.getElementById("open-tables");
const note = document.getElementById("open-changed");

/** @param {{code: string, people: number}[]} tables */
const look = (tables) => tables.map((table) => `${table.code} ${table.people}`).join();

if (list && note) {
  let tag = "";
  let first = "";
  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(list.dataset.list ?? "", { headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status !== 200) return;
      tag = answer.headers.get("ETag") ?? "";
      const now = look((await answer.json()).tables);
      if (first && now !== first) note.hidden = false;
      first ||= now;
    } catch {
      // Without a connection nothing has changed that anybody could use.
    }
  };
  void ask();
  setInterval(() => void ask(), PAUSE);
}
