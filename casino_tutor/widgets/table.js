// The card table in a page. It draws the state that the session sends and sends back what the
// learner does; no rule of the game is in here. Text is only ever set as text.

const WORDS = {
  hand: "Your hand",
  table: "On the table",
  others: "The other players",
  piles: "Cards taken",
  stock: "Stock",
  empty: "The table is empty",
  noHand: "No cards left",
  refused: "Not legal",
  instead: "Legal instead",
  newMatch: "New match",
  source: "Source",
  more: "Something else",
  hint: "Hint",
  thinking: "Looking for the best play …",
  keys: "Keys: the arrows move, Space or Enter presses, Esc leaves what is chosen.",
  log: "What has happened, the latest first",
  sheet: "Score of round",
  sum: "Points",
  totals: "Match so far",
};

// --- the table ----------------------------------------------------------------------------------

class TableView extends Handling {
  constructor(model, el) {
    super();
    this.model = model;
    this.el = el;
    this.sent = 0;
    this.pending = null;
    this.goOnTimer = null;
    this.replayTimer = null;
    this.lastPlay = null;
    this.isReplaying = false;
    this.isLost = false;
    this.showsMore = false;
    this.drag = null;
    this.zones = ["table", "piles", "hand", "offers", "repairs", "tools"];
    this.build();
    this.listen();
    this.draw();
  }

  // What is there once and stays.
  build() {
    const root = make("section", "ct-root");
    setAttribute(root, "aria-label", "Card table");
    const part = (name, tag = "div") => {
      this[name] = make(tag, `ct-${name}`);
      return this[name];
    };
    const group = (name, label) => {
      const node = part(name);
      setAttribute(node, "role", "group");
      setAttribute(node, "aria-label", label);
      return node;
    };
    const head = make("header", "ct-head");
    head.append(part("title", "strong"), part("turn", "span"), part("standing", "span"));
    const cloth = (this.cloth = make("div", "ct-cloth"));
    group("table", WORDS.table);
    cloth.append(group("others", WORDS.others), this.makeMiddle(), group("piles", WORDS.piles));
    const ask = make("div", "ct-ask");
    ask.append(
      part("hint", "p"), part("words", "p"), part("asked", "p"), group("offers", "What you can do"),
      part("lately", "ul"),
    );
    const refused = part("refused");
    this.refusedTitle = make("strong", "ct-refused-title");
    this.reasons = make("ul", "ct-reasons");
    this.insteadTitle = make("p", "ct-instead", WORDS.instead);
    this.repairs = make("div", "ct-repairs");
    this.advice = make("ul", "ct-advice");
    refused.append(
      this.refusedTitle, this.reasons, this.insteadTitle, this.repairs, this.advice,
    );
    const log = make("details", "ct-log");
    const summary = make("summary", "", WORDS.log);
    summary.dataset.lmSuppressShortcuts = "true";
    this.logLines = make("ol", "");
    log.append(summary, this.logLines);
    const live = part("live");
    setAttribute(live, "role", "status");
    setAttribute(live, "aria-live", "polite");
    const trouble = part("trouble");
    setAttribute(trouble, "role", "alert");
    root.append(
      // What a choice means, and what was wrong, stand below the hand: so it stays where it is, and
      // the next thing after it is what can be done with the card.
      head, trouble, cloth, group("hand", WORDS.hand), ask, refused,
      group("tools", "Table tools"), make("p", "ct-keys", WORDS.keys), part("sheet"), log, live,
    );
    // Where there is no card left the focus waits here for the next ones.
    this.hand.tabIndex = -1;
    this.root = root;
    this.el.append(root);
  }

  makeMiddle() {
    const middle = make("div", "ct-middle");
    this.stock = make("div", "ct-stock");
    this.stock.append(make("span", "ct-stock-name", WORDS.stock), this.image("back"));
    this.stockCount = make("span", "ct-count");
    this.stock.append(this.stockCount);
    this.emptyNote = make("p", "ct-empty", WORDS.empty);
    const lying = make("div", "ct-lying");
    lying.append(this.table, this.emptyNote);
    middle.append(this.stock, lying);
    return middle;
  }

  listen() {
    this.heard = [
      ["change:state", () => this.draw()],
      ["change:faces", () => this.draw()],
      ["change:four_colour", () => this.draw()],
      ["change:trouble", () => this.failed()],
      // The notebook says so when a kernel is restarted or dies.
      ["comm_live_update", () => this.lose()],
    ];
    for (const [name, callback] of this.heard) this.model.on(name, callback);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.root.addEventListener("focusin", (event) => this.preview(event.target));
    this.root.addEventListener("pointerover", (event) => this.preview(event.target));
    this.stopTheme = onTheme(() => this.drawTheme());
  }

  close() {
    for (const [name, callback] of this.heard) this.model.off(name, callback);
    this.stopTheme();
    for (const timer of [this.goOnTimer, this.pending, this.replayTimer]) clearTimeout(timer);
  }

  // --- drawing ----------------------------------------------------------------------------------

  draw() {
    const state = this.model.get("state");
    const isNew = this.state?.serial !== state.serial;
    this.endReplay();
    if (isNew && this.state && state.happened.some((event) => event.event === "Played")) {
      this.lastPlay = { before: this.state, after: state };
    }
    if (isNew) this.showsMore = false;
    // Another match at the same table: nothing of the one before can be shown again. Of one that
    // goes on the last play can.
    const isOther = this.state && this.state.sitting !== state.sitting;
    if (isOther || !this.state) this.lastPlay = this.earlierPlay();
    const waited = this.state?.waits;
    const held = this.rememberFocus();
    this.show(state, isNew);
    this.heardBack();
    if (isNew) {
      this.say(state.say);
      this.waitForOthers();
    }
    this.restoreFocus(held, waited !== state.waits);
    if (isOther) this.zone("hand")[0]?.focus();
    else if (isNew && state.happened.some((event) => event.event === "IllegalTry")) this.showRefused();
  }

  // Bring the reasons into sight, as far as the hand stays in sight too.
  showRefused() {
    this.refused.scrollIntoView({ block: "nearest" });
    this.hand.scrollIntoView({ block: "nearest" });
  }

  show(state, inMotion) {
    const before = this.where();
    this.state = state;
    this.drawTheme();
    this.drawHead();
    this.drawOthers();
    this.drawTable();
    this.drawPiles();
    this.drawAsk();
    this.drawRefused();
    this.drawHand();
    this.drawTools();
    this.drawSheet();
    this.drawLog();
    this.drawTrouble();
    if (inMotion) this.move(before);
  }

  earlierPlay() {
    const [before, after] = this.model.get("earlier") ?? [];
    return after ? { before, after } : null;
  }

  // Show the last play once more: the table before it, the play, and the table as it is.
  replay() {
    const { before, after } = this.lastPlay;
    const steps = [[before, false], [after, true], [this.model.get("state"), false]];
    const step = () => {
      this.isReplaying = steps.length > 1;
      this.show(...steps.shift());
      if (steps.length) this.replayTimer = setTimeout(step, REPLAY);
    };
    this.endReplay();
    step();
  }

  endReplay() {
    clearTimeout(this.replayTimer);
    this.isReplaying = false;
  }

  drawTheme() {
    setAttribute(this.root, "data-theme", isDark() ? "dark" : "light");
  }

  drawHead() {
    const { title, round, turn, standing, goal, waits } = this.state;
    setText(this.title, round ? `${title}, round ${round}` : title);
    setText(this.turn, turn);
    setAttribute(this.turn, "data-mine", waits === "you" ? "true" : null);
    const scores = standing.map((side) => `${side.name}: ${side.points}`).join(" · ");
    setText(this.standing, scores ? `${scores} (${goal})` : "");
  }

  drawOthers() {
    syncChildren(
      this.others, this.state.seats, (seat) => seat.seat,
      () => {
        const node = make("div", "ct-other");
        setAttribute(node, "role", "img");
        node.append(make("span", "ct-other-name"), make("span", "ct-fan"));
        return node;
      },
      (node, seat) => {
        setAttribute(node, "aria-label", seat.label);
        setAttribute(node, "data-turn", seat.to_play ? "true" : null);
        node.dataset.seat = seat.seat;
        const [name, fan] = node.children;
        setText(name, seat.name + (seat.partner ? " (partner)" : ""));
        const cards = [...seat.cards, ...Array(seat.count - seat.cards.length).fill("back")];
        syncChildren(
          fan, keyed(cards.map((card) => ({ card }))), (one) => one.key,
          (one) => this.image(one.card), (img, one) => this.paint(img, one.card),
        );
        setAttribute(fan, "data-open", seat.cards.length ? "true" : null);
      },
    );
  }

  cardButton(zone, onPress) {
    const button = makeButton("ct-card", "", onPress);
    button.dataset.zone = zone;
    button.append(this.image("back"), make("span", "ct-badge"));
    return button;
  }

  // What every card and pile that can be chosen has in common.
  mark(button, thing, isOff) {
    button.dataset.id = thing.id;
    setAttribute(button, "aria-label", thing.label);
    setAttribute(button, "aria-pressed", thing.chosen ? "true" : "false");
    setAttribute(button, "aria-disabled", isOff ? "true" : null);
    setAttribute(button, "data-bad", thing.bad ? "true" : null);
    button.ctGroup = thing.group;
    this.badge(button, thing.group);
  }

  badge(button, number) {
    const badge = button.querySelector(":scope > .ct-badge");
    const isBad = button.dataset.bad === "true";
    setText(badge, isBad ? "✗" : number ? String(number) : "");
  }

  drawTable() {
    const { builds, loose, stock, waits } = this.state;
    const isOff = waits !== "you";
    const toggle = (id) => this.ask({ do: "toggle", item: id });
    syncChildren(
      this.table, [...builds, ...loose], (thing) => thing.id,
      (thing) => {
        const button = thing.sets
          ? this.buildButton(() => toggle(button.dataset.id))
          : this.cardButton("table", () => toggle(button.dataset.id));
        return button;
      },
      (button, thing) => {
        this.mark(button, thing, isOff);
        if (thing.sets) this.paintBuild(button, thing);
        else this.paint(button.firstElementChild, thing.card);
      },
    );
    this.emptyNote.hidden = builds.length + loose.length > 0;
    this.paint(this.stock.querySelector("img"), "back");
    setText(this.stockCount, String(stock));
    setAttribute(this.stock, "role", "img");
    setAttribute(this.stock, "aria-label", `${WORDS.stock}: ${stock} cards`);
    setAttribute(this.stock, "data-empty", stock ? null : "true");
  }

  buildButton(onPress) {
    const button = makeButton("ct-build", "", onPress);
    button.dataset.zone = "table";
    const head = make("span", "ct-build-head");
    head.append(make("span", "ct-value"), make("span", "ct-owner"));
    button.append(head, make("span", "ct-sets"), make("span", "ct-badge"));
    return button;
  }

  paintBuild(button, build) {
    const [head, sets] = button.children;
    setText(head.children[0], String(build.value));
    const kind = build.multiple ? "multiple" : "";
    setText(head.children[1], [build.owner, kind].filter(Boolean).join(", "));
    setAttribute(button, "data-multiple", build.multiple ? "true" : null);
    syncChildren(
      sets, keyed(build.sets.map((cards) => ({ cards }))), (set) => set.key,
      () => make("span", "ct-set"),
      (node, set) =>
        syncChildren(
          node, keyed(set.cards.map((card) => ({ card }))), (one) => one.key,
          (one) => this.image(one.card), (img, one) => this.paint(img, one.card),
        ),
    );
  }

  drawPiles() {
    const isOff = this.state.waits !== "you";
    syncChildren(
      this.piles, keyed(this.state.piles), (pile) => pile.key,
      () => {
        const node = make("div", "ct-pile");
        const facts = make("div", "ct-facts");
        facts.append(make("span", "ct-pile-name"), make("span", "ct-pile-facts"));
        const stack = make("span", "ct-stack");
        stack.append(this.image("back"), make("span", "ct-count"));
        node.append(stack, facts, make("span", "ct-tops"));
        return node;
      },
      (node, pile) => {
        const [stack, facts, tops] = node.children;
        setAttribute(stack, "role", "img");
        setAttribute(stack, "aria-label", pile.label);
        setAttribute(stack, "data-empty", pile.count ? null : "true");
        this.paint(stack.firstElementChild, "back");
        setText(stack.lastElementChild, String(pile.count));
        setText(facts.firstElementChild, pile.name);
        const sweeps = pile.sweeps ? `${pile.sweeps} ${pile.sweeps > 1 ? "sweeps" : "sweep"}` : "";
        setText(facts.lastElementChild, [sweeps, pile.last ? "took last" : ""].filter(Boolean).join(", "));
        facts.setAttribute("aria-hidden", "true");
        syncChildren(
          tops, pile.tops, (top) => top.id,
          () => {
            const button = this.cardButton("piles", () =>
              this.ask({ do: "toggle", item: button.dataset.id }));
            return button;
          },
          (button, top) => {
            this.mark(button, top, isOff);
            this.paint(button.firstElementChild, top.card);
          },
        );
      },
    );
  }

  drawHand() {
    const { hand, waits } = this.state;
    const isOff = waits !== "you";
    syncChildren(
      this.hand, hand, (card) => card.id,
      () => {
        const button = this.cardButton("hand", (event) => {
          if (this.hasDragged) return;
          this.ask({ do: "choose", item: button.dataset.id, more: event.shiftKey });
        });
        return button;
      },
      (button, card) => {
        this.mark(button, card, isOff);
        this.paint(button.firstElementChild, card.card);
      },
    );
    setAttribute(this.hand, "data-empty", hand.length ? null : WORDS.noHand);
    // Between two rounds the room is for what is to be done next.
    this.hand.hidden = hand.length === 0 && ["count", "deal", "over"].includes(waits);
  }

  drawAsk() {
    const { words, question, offers, lately, declined, hint } = this.state;
    setText(this.hint, hint ? `${WORDS.hint}: ${hint.words}` : "");
    syncChildren(
      this.lately, keyed(lately.map((text) => ({ text }))), (line) => `${line.key} ${line.text}`,
      () => make("li"), (node, line) => setText(node, line.text),
    );
    setText(this.words, question ? "" : words);
    setText(this.asked, question ? question.words : declined);
    const given = (question ? question.offers : offers).map((offer, index) => ({
      ...offer, index, key: `${index} ${offer.play}`,
    }));
    const shown = question || this.showsMore ? given : given.filter((offer) => offer.likely);
    const hidden = given.length - shown.length;
    const buttons = hidden ? [...shown, { key: "more", label: `${WORDS.more} (${hidden})` }] : shown;
    syncChildren(
      this.offers, buttons, (offer) => offer.key,
      (offer) => {
        const button = makeButton("ct-offer", "", () => {
          if (button.ctOffer.index === undefined) {
            const place = this.zone("offers").length - 1;
            this.showsMore = true;
            this.draw();
            this.zone("offers")[place]?.focus();
          } else this.ask({ do: "propose", offer: button.ctOffer.index });
        });
        button.dataset.zone = "offers";
        button.dataset.id = `offer ${offer.key}`;
        return button;
      },
      (button, offer, index) => {
        button.ctOffer = offer;
        setText(button, offer.label);
        setAttribute(button, "aria-label", offer.spoken ?? offer.label);
        setAttribute(button, "data-main", index === 0 && offer.fits && !question ? "true" : null);
      },
    );
    setAttribute(this.offers, "data-question", question ? "true" : null);
  }

  drawRefused() {
    const { refused } = this.state;
    this.refused.hidden = !refused;
    if (!refused) return;
    setText(this.refusedTitle, `✗ ${WORDS.refused}: ${refused.words}`);
    syncChildren(
      this.reasons, keyed(refused.reasons), (reason) => reason.key,
      () => {
        const line = make("li");
        line.append(make("span"), make("small", "ct-source"));
        return line;
      },
      (line, reason) => {
        setText(line.firstElementChild, reason.sentence);
        setText(line.lastElementChild, ` ${WORDS.source}: ${reason.source} (${reason.rule})`);
      },
    );
    this.insteadTitle.hidden = refused.repairs.length === 0;
    syncChildren(
      this.repairs, keyed(refused.repairs), (repair) => `${repair.key} ${repair.text}`,
      (repair) => {
        const row = make("div", "ct-repair");
        const button = makeButton("ct-offer", "", () =>
          this.ask({ do: "repair", repair: button.ctIndex }));
        button.dataset.zone = "repairs";
        button.dataset.id = `repair ${repair.text}`;
        row.append(button, make("span"));
        return row;
      },
      (row, repair) => {
        row.firstElementChild.ctIndex = repair.key;
        setText(row.firstElementChild, repair.label);
        setText(row.lastElementChild, repair.sentence);
      },
    );
    syncChildren(
      this.advice, keyed(refused.advice.map((text) => ({ text }))), (one) => one.key,
      () => make("li"), (line, one) => setText(line, one.text),
    );
  }

  drawTools() {
    const { buttons, waits, paced } = this.state;
    const fourColour = this.model.get("four_colour");
    const send = (command) => () => this.ask(command);
    const tool = (key, label, act, isOn, isOff = false) => ({ key, label, act, isOn, isOff });
    const tools = [
      // Opponents play by themselves where the session paces them, as long as nothing fails.
      buttons.go_on && !(waits === "opponent" && paced && !this.model.get("trouble")) &&
        tool("go_on", buttons.go_on, send({ do: "go_on" })),
      waits === "over" && this.model.get("leads_on") &&
        tool("new_match", WORDS.newMatch, send({ do: "new_match" })),
      // It stays where nothing can be taken back, for whoever has the focus on it. What comes and
      // goes with the choice stands behind what does not, so that no button moves under a finger.
      tool("take_back", "Take back", send({ do: "take_back" }), undefined, !buttons.take_back),
      buttons.hint && tool("hint", buttons.hint, () => {
        // The engine takes a moment.
        if (!this.state.hint) setText(this.hint, WORDS.thinking);
        this.ask({ do: "hint" });
      }),
      buttons.show_hands &&
        tool("hands", "Show all hands", send({ do: "show_hands", on: !buttons.all_hands }),
          buttons.all_hands),
      this.lastPlay && tool("replay", "Show the last play again", () => this.replay()),
      tool("colours", "Four colours", () => this.switchColours(), fourColour),
      ...buttons.calls.map(({ word, on }) =>
        tool(`call ${word}`, `Call ${word}`, send({ do: "call", word }), on)),
      buttons.call_missed && tool("missed", "Call a missed orange", send({ do: "call_missed" })),
      buttons.claim && tool("claim", "Claim the match", send({ do: "claim" })),
      buttons.clear && tool("clear", "Clear", send({ do: "clear" })),
      buttons.group && tool("group", "Make a group", send({ do: "group" })),
      buttons.ungroup && tool("ungroup", "Free the groups", send({ do: "ungroup" })),
    ].filter(Boolean);
    syncChildren(
      this.tools, tools, (one) => one.key,
      (one) => {
        const button = makeButton("ct-tool", "", () => button.ctAct());
        button.dataset.zone = "tools";
        button.dataset.id = `tool ${one.key}`;
        return button;
      },
      (button, one) => {
        button.ctAct = one.act;
        setText(button, one.label);
        setAttribute(button, "aria-pressed", one.isOn === undefined ? null : String(one.isOn));
        setAttribute(button, "aria-disabled", one.isOff ? "true" : null);
        setAttribute(button, "data-main", ["go_on", "new_match"].includes(one.key) ? "true" : null);
      },
    );
  }

  switchColours() {
    this.model.set("four_colour", !this.model.get("four_colour"));
    this.model.save_changes();
  }

  drawSheet() {
    const { sheet } = this.state;
    this.sheet.hidden = !sheet;
    this.sheet.replaceChildren();
    if (!sheet) return;
    const table = make("table");
    table.append(make("caption", "", `${WORDS.sheet} ${sheet.round}`));
    const row = (name, cells, tag = "td") => {
      const line = make("tr");
      const first = make("th", "", name);
      first.scope = tag === "th" ? "col" : "row";
      line.append(first, ...cells.map((cell) => make(tag, "", String(cell))));
      return line;
    };
    const head = row("", sheet.sides, "th");
    for (const cell of [...head.children].slice(1)) cell.scope = "col";
    table.append(head, ...sheet.rows.map((one) => row(one.item, one.points)));
    table.append(row(WORDS.sum, sheet.points), row(WORDS.totals, sheet.totals));
    this.sheet.append(table);
  }

  drawLog() {
    const lines = keyed(this.state.log.map((text) => ({ text }))).reverse();
    syncChildren(
      this.logLines, lines, (line) => `${line.key} ${line.text}`,
      () => make("li"), (node, line) => setText(node, line.text),
    );
  }

  drawTrouble(words = "") {
    const told = this.isLost ? TROUBLE.lost : words || this.model.get("trouble");
    setText(this.trouble, told);
    this.trouble.hidden = !told;
  }
}

export default {
  render({ model, el }) {
    const view = new TableView(model, el);
    return () => view.close();
  },
};
