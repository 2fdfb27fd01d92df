// The scripts that play without a connection, asked in the page: cases of the corpus, whole games by chance, and games of the bots.
async (given) => {
  const load = (name) => import(`/static/puur/js/solo/${name}.js`);
  const [rules, weise, bonus, round, { SoloGame, Refused }] = await Promise.all(["rules", "weise", "bonus", "round", "game"].map(load));

  const played = (book, target, next) => {
    const game = new SoloGame(book, target);
    const states = [];
    while (!game.now.over) {
      game.submit(next(game));
      const { now, deal, toAct } = game;
      const legal = toAct === null ? [] : [...game.legal(toAct)].sort();
      states.push([game.totals, game.written, now.over, now.winner, now.bergpreis, now.schneider, deal?.best ?? null, toAct, legal]);
    }
    return { target, events: game.events, states, entries: game.now.entries };
  };

  // ---- the corpus -----------------------------------------------------------------------------------------------------------------

  const whole = (book, input) => {
    const game = new SoloGame(book, book.target);
    const go = (event) => game.submit(event);
    for (const deal of input.deals) {
      const dealer = game.deal ? (game.deal.dealer + 1) % 4 : input.first_dealer;
      go({ event: "hands-recorded", dealer, hands: Object.fromEntries(deal.hands.map((hand, seat) => ["ABCD"[seat], hand])) });
      while (game.deal.speaker !== deal.announcer) go({ event: "pushed", seat: game.deal.speaker });
      go({ event: "announced", seat: deal.announcer, mode: deal.mode });
      for (const [kind, what, cards] of deal.log) {
        if (kind === "card") go({ event: "card-played", seat: game.deal.turn, card: what });
        else if (kind === "stoeck") go({ event: "stoeck-shown", seat: what });
        else if (kind === "add") go({ event: "weis-added", seat: what, weise: cards.map((weis) => weise.weiseIn(book, weis)[0].cards.join("-")) });
        else go({ event: "weis-announced", seat: what, points: weise.weiseIn(book, cards)[0].points });
      }
    }
    return { totals: game.totals, winner: game.now.winner };
  };

  const lines = (book, mode, hands, trick, leader, done, counts) => {
    if (done === counts.length) return;
    const turn = (leader + trick.length) % 4;
    const number = Math.floor(done / 4);
    for (const card of rules.legal(book, mode, number, hands[turn], trick)) {
      counts[done] += 1;
      const left = hands.map((hand, seat) => (seat === turn ? hand.filter((held) => held !== card) : hand));
      const longer = [...trick, card];
      if (longer.length < 4) lines(book, mode, left, longer, leader, done + 1, counts);
      else lines(book, mode, left, [], (leader + rules.winner(book, mode, number, longer)) % 4, done + 1, counts);
    }
  };

  const answers = {
    legal: (book, input) => ({ legal: [...rules.legal(book, input.mode, input.trick_number, input.hand, input.trick)].sort() }),
    winner: (book, { mode, trick_number: number, trick }) => ({
      winner: rules.winner(book, mode, number, trick),
      points: rules.worth(book, mode, trick),
    }),
    weis: (book, input) => {
      const own = { ...book, alone: { ...book.alone, weis: { ...book.alone.weis, steps: input.compare } } };
      const said = Object.fromEntries(Object.entries(input.announced).map(([seat, cards]) => [seat, weise.weiseIn(own, cards)[0]]));
      return { winner: weise.highest(own, input.mode, said, input.leader) };
    },
    ausmach: (book, input) => ({ winner: weise.firstTo(input.target, input, input.order) }),
    perft: (book, input) => {
      const counts = Array(4 * input.hands[0].length).fill(0);
      lines(book, input.mode, input.hands, [], input.leader, 0, counts);
      return { counts };
    },
    deal: (book, { mode, leader: first, hands, plays }) => {
      const made = [0, 0];
      const won = [0, 0];
      let leader = first;
      for (let number = 0; number < 9; number += 1) {
        const trick = plays.slice(4 * number, 4 * number + 4);
        trick.forEach((card, place) => {
          const seat = (leader + place) % 4;
          const held = hands[seat].filter((each) => !plays.slice(0, 4 * number).includes(each));
          if (!rules.legal(book, mode, number, held, trick.slice(0, place)).includes(card)) throw new Error(`${card} in ${trick}`);
        });
        leader = (leader + rules.winner(book, mode, number, trick)) % 4;
        made[leader % 2] += rules.worth(book, mode, trick) + (number === 8 ? book.alone.last_trick : 0);
        won[leader % 2] += 1;
      }
      return { points: made, tricks: won, match: won.includes(9) ? won.indexOf(9) : null };
    },
    game: whole,
  };

  const corpus = (cases) =>
    cases.map(({ kind, book, input }) => {
      try {
        return answers[kind](given.books[book], input);
      } catch (problem) {
        return { failed: problem instanceof Refused ? `refused ${problem.message}` : String(problem) };
      }
    });

  // ---- whole games ----------------------------------------------------------------------------------------------------------------

  let seed = given.seed ?? 1;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648; // the same games every time
    return Math.floor((seed / 2147483648) * below);
  };

  const byChance = (book) => (game) => {
    const { deal } = game;
    const follows = round.consequence(game);
    if (follows) return follows;
    if (!deal || deal.phase === "over") return (game.waiting ??= []).shift() ?? first(game);
    if (deal.phase === "bidding") {
      const modes = Object.keys(book.factors);
      const seat = deal.speaker;
      return deal.pushes || random(4) ? { event: "announced", seat, mode: modes[random(modes.length)] } : { event: "pushed", seat };
    }
    const seat = deal.turn;
    const weis = bonus.offered(game, seat);
    if (weis && random(5)) return { event: "weis-announced", seat, points: weis.points };
    if (bonus.stoeckEarly(game, seat) && random(2)) return { event: "stoeck-shown", seat };
    const more = bonus.addable(game, deal, 0);
    if (more.length && random(2)) return { event: "weis-added", seat: 0, weise: more.map(({ cards }) => cards.join("-")) };
    const of = [1, 2, 3].find((each) => bonus.demandable(game, each));
    if (of !== undefined && random(2)) return { event: "weis-demanded", seat: 0, of };
    const cards = game.legal(seat);
    return { event: "card-played", seat, card: cards[random(cards.length)] };
  };
  const first = (game) => {
    game.waiting = round.opening(game, random);
    return game.waiting.shift();
  };

  // ---- the bots -------------------------------------------------------------------------------------------------------------------

  const minded = async () => {
    const [{ Mind }, { Prinz }, { sight }, { reasonOf }] = await Promise.all(["mind", "bot", "sight", "advice"].map(load));
    const facts = JSON.parse(document.getElementById("solo-facts").textContent).mind;
    const mind = new Mind(facts, await (await fetch(facts.address)).arrayBuffer());
    const bot = new Prinz(mind, random);
    const seen = [];
    const next = (game) => {
      const follows = round.consequence(game);
      if (follows) return follows;
      if (!game.deal || game.deal.phase === "over") return (game.waiting ??= []).shift() ?? first(game);
      const event = round.decision(game, game.toAct, bot);
      const cards = game.legal(game.toAct);
      if (event.event === "card-played" && cards.length > 1) {
        const { suits, facts: more, place } = sight(game, game.deal, game.toAct, mind.facts);
        const looks = mind.looks(suits, more);
        const told = (card) => [looks[place(card)], reasonOf(game, game.deal, game.toAct, card)];
        seen.push([game.events.length, event.card, Object.fromEntries(cards.map((card) => [card, told(card)]))]);
      }
      return event;
    };
    const book = given.books[given.minded];
    return { ...played(book, book.target, next), seen };
  };

  if (given.cases) return corpus(given.cases);
  if (given.minded) return minded();
  return given.games.flatMap(({ book, target, count }) =>
    Array.from({ length: count }, () => ({ book, ...played(given.books[book], target, byChance(given.books[book])) })),
  );
}
