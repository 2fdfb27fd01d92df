// The search of the referee without a connection: what `puur/papers/incident_search.py` does, from the same words. No word is known here;
// a test asks both the same things.

/**
 * @typedef {object} Words what the server packs
 * @property {[string, string][]} folds
 * @property {string} endings
 * @property {number} shortest
 * @property {string[]} fillers
 * @property {string[]} filling
 * @property {Record<string, string>} said
 * @property {Record<string, string>} aliases
 * @property {string[]} known
 * @property {Record<string, string[]>} concepts
 * @property {string[]} incidents
 * @property {[number, string, (number|string)[]][]} names
 * @property {Record<"alike"|"short"|"certain"|"part"|"readings"|"literal"|"best"|"own"|"rare"|"least"|"longest", number>} by
 * @property {number} foreign
 */

/** @typedef {Map<string, number>} Said how much is said of each word, concept, or two concepts together */

/** @param {Said} said @param {string} feature @param {number} worth */
const more = (said, feature, worth) => void said.set(feature, Math.max(said.get(feature) ?? 0, worth));

/** Letters in common in their order, of all: 1 for the same word. @param {string} one @param {string} other */
function likeness(one, other) {
  const row = new Uint8Array(other.length + 1);
  for (const sign of one) {
    let before = 0;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at];
      row[at] = other[at - 1] === sign ? before + 1 : Math.max(above, row[at - 1]);
      before = above;
    }
  }
  return (2 * row[other.length]) / (one.length + other.length);
}

/** @param {Said} said */
function normal(said) {
  const length = Math.sqrt([...said.values()].reduce((sum, worth) => sum + worth * worth, 0)) || 1;
  for (const [feature, worth] of said) said.set(feature, worth / length);
  return said;
}

/** What several words say one by one, and their concepts two by two. @param {Said[]} heard */
function together(heard) {
  /** @type {Said} */
  const said = new Map();
  for (const word of heard) for (const [feature, worth] of word) more(said, feature, worth);
  heard.forEach((one, place) => {
    for (const other of heard.slice(place + 1))
      for (const [first, worth] of one)
        for (const [second, worthToo] of other)
          if (first[0] === "*" && second[0] === "*" && first !== second)
            more(said, first < second ? `${first} ${second}` : `${second} ${first}`, worth * worthToo);
  });
  return said;
}

/**
 * A search over what the server has packed.
 * @param {Words} words
 * @returns {(query: string, lang: string, foreign?: readonly string[]) => string[]}
 */
export function searcher(words) {
  const { by } = words;
  const folds = words.folds.map(([pattern, put]) => /** @type {const} */ ([new RegExp(pattern, "g"), put]));
  const endings = new RegExp(words.endings);
  const [fillers, filling] = [new Set(words.fillers), new Set(words.filling)];

  /** @param {string} word */
  function fold(word) {
    for (const [pattern, put] of folds) word = word.replace(pattern, put);
    const bare = word.replace(endings, "");
    return bare.length >= words.shortest - 1 && word.length >= words.shortest ? bare : word;
  }
  /** @param {string} word */
  const sound = (word) => words.said[word] ?? fold(word);

  /** @param {string} text */
  function telling(text) {
    const plain = text.toLowerCase().replaceAll("ß", "ss").normalize("NFC").replaceAll("œ", "oe").replaceAll("æ", "ae");
    const bare = plain.replace(/[^\0-\x7fäöü]/g, (sign) => sign.normalize("NFKD").replace(/\p{M}/gu, ""));
    return (bare.match(/[a-zäöü0-9]+/g) ?? []).filter((word) => !fillers.has(word) && !filling.has(fold(word)));
  }

  /** @type {Map<string, Said>} */
  const resembled = new Map();
  /** The known words that sound like this one; short words have to be right. @param {string} heard @returns {Said} */
  function resembling(heard) {
    const before = resembled.get(heard);
    if (before) return before;
    const limit = (heard.length > by.short ? by.alike : 99) / 100;
    /** @type {Said} */
    const near = new Map();
    for (const own of words.known) {
      const longest = Math.min(own.length, heard.length);
      if ((2 * longest) / (own.length + heard.length) < limit) continue;
      const alike = likeness(heard, own);
      if (alike >= limit) more(near, words.aliases[own] ?? own, alike ** 2);
    }
    resembled.set(heard, near);
    return near;
  }

  /** A word by its sound, or the two known ones that it is put together from. @param {string} word @returns {string[]} */
  function parted(word) {
    const whole = sound(word);
    if (word.length < 2 * by.part || resembling(whole).size) return [whole];
    for (let at = by.part; at <= word.length - by.part; at++) {
      const parts = [word.slice(0, at), word.slice(at)].map(sound);
      if (parts.every((part) => Math.max(0, ...resembling(part).values()) * 100 >= by.certain)) return parts;
    }
    return [whole];
  }

  /** What a known word says: itself, and its concepts, each less where it has several. @param {string} own @param {number} alike */
  function meant(own, alike) {
    const concepts = words.concepts[own] ?? [];
    return new Map([
      [`=${own}`, alike * by.literal],
      ...concepts.map((concept) => /** @type {[string, number]} */ ([`*${concept}`, alike / Math.sqrt(concepts.length)])),
    ]);
  }

  /** What a typed word says, and how much of it nobody knows. @param {string} heard @returns {Said} */
  function read(heard) {
    const alike = resembling(heard);
    const near = alike.has(heard) ? [/** @type {const} */ ([heard, 1])] : [...alike].sort((one, other) => other[1] - one[1]);
    /** @type {Said} */
    const said = new Map();
    for (const [own, worth] of near.slice(0, by.readings))
      for (const [feature, told] of meant(own, worth)) more(said, feature, told);
    return said.set(`?${heard}`, 1 - (near[0]?.[1] ?? 0));
  }

  const names = words.names.map(([incident, lang, own]) => {
    const sounds = own.map((word) => (typeof word === "number" ? words.known[word] : word));
    return { incident, lang, said: together(sounds.map((word) => (word[0] === "*" ? new Map([[word, 1]]) : meant(word, 1)))) };
  });
  const counts = words.incidents.map((_, incident) => names.filter((name) => name.incident === incident).length);
  /** @type {Map<string, Map<number, number>>} */
  const shares = new Map();
  for (const { incident, said } of names)
    for (const feature of said.keys()) {
      const own = shares.get(feature) ?? new Map();
      shares.set(feature, own.set(incident, (own.get(incident) ?? 0) + 1 / counts[incident]));
    }
  /** How much a feature tells: 1 where a single incident has it, little where all have it. @type {Said} */
  const rarity = new Map();
  for (const [feature, own] of shares) {
    const total = [...own.values()].reduce((sum, share) => sum + share, 0);
    const spread = [...own.values()].reduce((sum, share) => sum - (share / total) * Math.log(share / total), 0);
    rarity.set(feature, Math.max(by.rare, 1 - spread / Math.log(words.incidents.length)));
  }
  /** @param {Said} said */
  const weighed = (said) =>
    normal(new Map([...said].map(([feature, worth]) => [feature, worth * Math.sqrt(rarity.get(feature) ?? 1)])));
  const wholes = words.incidents.map(() => /** @type {Said} */ (new Map()));
  for (const name of names) {
    name.said = weighed(name.said);
    const whole = wholes[name.incident];
    for (const [feature, worth] of name.said) whole.set(feature, (whole.get(feature) ?? 0) + worth);
  }
  wholes.forEach(normal);

  /** @param {Said} one @param {Said} other */
  const alike = (one, other) => {
    let sum = 0;
    for (const [feature, worth] of one) sum += worth * (other.get(feature) ?? 0);
    return sum;
  };

  return (query, lang, foreign = []) => {
    const typed = [...new Set(telling(query.slice(0, by.longest)))];
    const asked = weighed(together(typed.flatMap(parted).map(read)));
    const best = words.incidents.map(() => 0);
    for (const name of names) {
      const fits = alike(asked, name.said) * (name.lang === lang ? by.own : 1);
      if (fits > best[name.incident]) best[name.incident] = fits;
    }
    return words.incidents
      .map((key, at) => ({
        key,
        score: (best[at] * by.best + alike(asked, wholes[at]) * (1 - by.best)) * (foreign.includes(key) ? words.foreign : 1),
      }))
      .filter(({ score }) => score >= by.least)
      .sort((one, other) => other.score - one.score)
      .slice(0, 8)
      .map(({ key }) => key);
  };
}
