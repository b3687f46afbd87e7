// The solver panel in a page: a table that is set up by clicking cards, and what is said of it. It
// draws the state that the session sends, like the card table; no rule of the game is in here.

const SETUP = {
  pack: "The pack",
  next: "The next card goes to",
  table: "Table",
  newBuild: "New build",
  another: "Another set of the",
  stock: "Stock",
  line: "Position line",
  values: "What each play can be expected to bring",
  follows: "What follows",
  nothing: "nothing",
};
const SUIT_NAMES = ["S", "H", "C", "D"];

class SetupView extends Handling {
  constructor(model, el) {
    super();
    this.model = model;
    this.el = el;
    this.sent = 0;
    this.pending = null;
    this.isLost = false;
    this.zones = ["reading", "next", "pack", "laid", "tools", "bars", "steps"];
    this.build();
    this.listen();
    this.draw();
  }

  // --- what is there once and stays -------------------------------------------------------------

  build() {
    const root = (this.root = make("section", "ct-root ct-setup"));
    setAttribute(root, "aria-label", "Solver");
    const part = (name, tag = "div", label = "") => {
      const node = (this[name] = make(tag, `ct-${name}`));
      if (label) {
        setAttribute(node, "role", "group");
        setAttribute(node, "aria-label", label);
      }
      return node;
    };
    const head = make("header", "ct-head");
    head.append(part("title", "strong"), this.makeLists());
    const trouble = part("trouble");
    setAttribute(trouble, "role", "alert");
    const live = part("live");
    setAttribute(live, "role", "status");
    setAttribute(live, "aria-live", "polite");
    const results = make("div", "ct-results");
    results.append(part("values"), part("beside"));
    root.append(
      head, trouble, this.makeReading(), part("remarks"),
      part("next", "div", SETUP.next), part("pack", "div", SETUP.pack),
      part("cloth", "div", "The table"), this.makeFacts(), part("tools", "div", "Solver tools"),
      part("busy", "p"), part("kinds"), results, part("follows"), live,
    );
    this.busy.hidden = true;
    this.el.append(root);
  }

  select(label, onChange) {
    const box = make("label", "ct-field");
    const list = make("select");
    list.dataset.lmSuppressShortcuts = "true";
    setAttribute(list, "aria-label", label);
    list.addEventListener("change", () => onChange(list.value));
    box.append(make("span", "", label), list);
    return { box, list };
  }

  input(label, placeholder, onEnter) {
    const box = make("label", "ct-field ct-wide");
    const field = make("input");
    field.type = "text";
    setAttribute(field, "aria-label", label);
    field.placeholder = placeholder;
    field.dataset.lmSuppressShortcuts = "true";
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") onEnter(field.value);
    });
    box.append(make("span", "", label), field);
    return { box, field };
  }

  tool(zone, id, label, onPress) {
    const button = makeButton("ct-tool", label, onPress);
    button.dataset.zone = zone;
    button.dataset.id = id;
    return button;
  }

  makeLists() {
    const lists = make("div", "ct-lists");
    const { games, samples } = this.model.get("choices");
    this.game = this.select("Game", (game) => this.ask({ do: "game", game }));
    for (const [name, title] of games) this.game.list.append(new Option(title, name));
    this.sample = this.select("Sample", (name) => {
      if (name) this.ask({ do: "sample", name });
    });
    for (const name of ["", ...samples]) this.sample.list.append(new Option(name || "pick one", name));
    this.kept = this.select("Kept", (name) => {
      if (name) this.ask({ do: "fetch", name });
    });
    lists.append(this.game.box, this.sample.box, this.kept.box);
    return lists;
  }

  makeReading() {
    const box = make("div", "ct-reading");
    const read = (line) => this.ask({ do: "line", line });
    this.line = this.input(SETUP.line, "table cards, a space, your hand", read);
    this.line.field.addEventListener("paste", () => setTimeout(() => read(this.line.field.value)));
    this.name = this.input("Keep as", "a name", (name) => this.ask({ do: "keep", name }));
    const file = make("input", "ct-file");
    file.type = "file";
    file.dataset.lmSuppressShortcuts = "true";
    setAttribute(file, "aria-label", "Import a file");
    file.addEventListener("change", () => this.readFile(file));
    const fileBox = make("label", "ct-field");
    fileBox.append(make("span", "", "Import a file"), file);
    // A short field and its button stay beside each other.
    const keeping = make("div", "ct-keeping");
    keeping.append(
      this.name.box,
      this.tool("reading", "keep", "Keep", () => this.ask({ do: "keep", name: this.name.field.value })),
    );
    box.append(
      this.line.box,
      this.tool("reading", "read", "Read the line", () => read(this.line.field.value)),
      this.tool("reading", "copy", "Copy the line", () => this.copy()),
      fileBox, keeping,
    );
    return box;
  }

  async readFile(file) {
    const [chosen] = file.files;
    if (!chosen) return;
    const text = chosen.size > LARGEST ? "" : await chosen.text();
    if (text) this.ask({ do: "file", name: chosen.name, text });
    else {
      const words = `${chosen.name} is empty, or far too large for a table.`;
      this.drawTrouble(words);
      this.say(words);
    }
    file.value = "";
  }

  async copy() {
    const { field } = this.line;
    field.value = this.state.line;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Not every page may use the clipboard; what is selected can always be copied.
      field.select();
      document.execCommand("copy");
    }
    this.say("The position line is copied.");
  }

  makeFacts() {
    const box = make("div", "ct-facts-row");
    const number = (text) => Number.parseInt(text, 10);
    this.seats = this.select("Players", (text) => this.ask({ do: "seats", seats: number(text) }));
    this.turn = this.select("To play", (text) => this.ask({ do: "turn", seat: number(text) }));
    this.last = this.select("Captured last", (text) => this.ask({ do: "last", seat: number(text) }));
    box.append(this.seats.box, this.turn.box, this.last.box);
    return box;
  }

  listen() {
    this.heard = [
      ["change:state", () => this.draw()],
      ["change:faces", () => this.draw()],
      ["change:four_colour", () => this.draw()],
      ["change:trouble", () => this.failed()],
      ["comm_live_update", () => this.lose()],
    ];
    for (const [name, callback] of this.heard) this.model.on(name, callback);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.stopTheme = onTheme(() => this.drawTheme());
  }

  close() {
    for (const [name, callback] of this.heard) this.model.off(name, callback);
    this.stopTheme();
    clearTimeout(this.pending);
  }

  failed() {
    if (this.model.get("trouble")) clearTimeout(this.pending);
    this.busy.hidden = true;
    this.drawTrouble();
  }

  onKey(event) {
    event.stopPropagation();
    const active = this.focused();
    const zone = active?.dataset.zone;
    if (!zone || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = this.neighbour(active, zone, event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  // --- drawing ----------------------------------------------------------------------------------

  draw() {
    const active = this.focused();
    const held = this.rememberFocus();
    const id = active?.dataset.id;
    this.state = this.model.get("state");
    this.heardBack();
    this.busy.hidden = true;
    this.drawTheme();
    setText(this.title, this.state.title);
    this.drawLists();
    this.drawRemarks();
    this.drawNext();
    this.drawPack();
    this.drawCloth();
    this.drawTools();
    this.drawValues();
    this.drawBeside();
    this.drawFollows();
    this.drawKinds(this.kinds, this.state.kinds);
    this.drawTrouble();
    this.say(this.state.say);
    if (held && !held.active.isConnected) this.focusAgain(held, id);
  }

  focusAgain(held, id) {
    const same = [...this.root.querySelectorAll("[data-id]")].find((node) => node.dataset.id === id);
    const row = held.zone ? this.zone(held.zone) : [];
    (same ?? row[Math.min(held.index, row.length - 1)] ?? this.zone("pack")[0])?.focus();
  }

  drawTheme() {
    setAttribute(this.root, "data-theme", isDark() ? "dark" : "light");
    setAttribute(this.root, "data-colours", this.model.get("four_colour") ? "four" : "two");
  }

  fill(list, options, value) {
    const wanted = JSON.stringify(options);
    if (list.ctOptions !== wanted) {
      list.ctOptions = wanted;
      list.replaceChildren(...options.map(([one, text]) => new Option(text, one)));
    }
    list.value = String(value);
  }

  drawLists() {
    const { game, kept, line, seats, turn, last } = this.state;
    this.game.list.value = game.name;
    this.sample.list.value = "";
    this.fill(this.kept.list, [["", kept.length ? "pick one" : "none yet"], ...kept.map((one) => [one, one])], "");
    if (this.focused() !== this.line.field || this.line.field.ctLine !== line) {
      if (!this.state.problems.length) this.line.field.value = line;
      this.line.field.ctLine = line;
    }
    const players = Array.from({ length: seats }, (_, i) => [i + 1, `Player ${i + 1}`]);
    this.fill(this.seats.list, [...new Set([...game.seats, seats])].sort().map((n) => [n, n]), seats);
    this.fill(this.turn.list, [...players, [0, "nobody, all is played"]], turn);
    this.fill(this.last.list, [...players, [0, "nobody yet"], [-1, "not known"]], last);
  }

  drawRemarks() {
    const { problems, faults, flags, notes, game } = this.state;
    const house = game.house.length ? [`House rules: ${game.house.join(", ")}.`] : [];
    const groups = [
      ["bad", "✗ Not read", problems],
      ["bad", "✗ This table cannot be", faults],
      ["note", "Worth knowing", [...notes, ...flags, ...house]],
    ];
    this.remarks.replaceChildren(...groups.filter(([, , said]) => said.length).map(([kind, title, said]) => {
      const box = make("div", "ct-remark");
      box.dataset.kind = kind;
      const list = make("ul");
      list.append(...said.map((text) => make("li", "", text)));
      box.append(make("strong", "", title), list);
      return box;
    }));
  }

  drawNext() {
    const { places, builds, hands, piles, place } = this.state;
    const all = [
      [places.loose, SETUP.table],
      ...builds.flatMap((build) => [
        ...build.places.map((set, i) => [
          set.includes(place) ? place : set[0],
          build.places.length > 1 ? `Build of ${build.value}, set ${i + 1}` : `Build of ${build.value}`,
        ]),
        [build.places.flat().map((one) => one.replace("set", "beside")).includes(place) ? place : build.beside,
          `${SETUP.another} ${build.value}`],
      ]),
      [places.build, SETUP.newBuild],
      ...hands.map((hand) => [hand.place, `Hand of ${hand.name}`]),
      ...piles.map((pile) => [pile.place, `Taken by ${pile.name}`]),
      [places.stock, SETUP.stock],
    ].map(([id, label]) => ({ id, label }));
    syncChildren(
      this.next, all, (one) => one.id,
      (one) => this.tool("next", `next ${one.id}`, "", () => this.ask({ do: "place", place: one.id })),
      (button, one) => {
        setText(button, one.label);
        setAttribute(button, "aria-label", `${SETUP.next}: ${one.label}`);
        setAttribute(button, "aria-pressed", String(one.id === place));
      },
    );
  }

  drawPack() {
    syncChildren(
      this.pack, this.state.pack, (one) => one.card,
      (one) => {
        const button = makeButton("ct-chip", "", () => this.ask({ do: "put", card: one.card }));
        button.dataset.zone = "pack";
        button.dataset.id = `pack ${one.card}`;
        return button;
      },
      (button, one) => {
        setText(button, one.short);
        setAttribute(button, "aria-label", one.label);
        setAttribute(button, "data-suit", SUIT_NAMES.includes(one.suit) ? one.suit : null);
        setAttribute(button, "data-used", one.left ? null : "true");
      },
    );
  }

  cards(list) {
    const row = make("div", "ct-laid");
    row.append(...list.map((one) => {
      const button = makeButton("ct-card", "", () => this.ask({ do: "take_up", card: one.card, place: one.place }));
      button.dataset.zone = "laid";
      button.dataset.id = `laid ${one.place} ${one.card}`;
      setAttribute(button, "aria-label", `${one.label}: take it up`);
      const img = this.image(one.card);
      this.paint(img, one.card);
      button.append(img);
      return button;
    }));
    return row;
  }

  stepper(label, count, id, change) {
    const box = make("div", "ct-stepper");
    setAttribute(box, "role", "group");
    setAttribute(box, "aria-label", `${label}: ${count}`);
    const step = (sign, by, words) => {
      const button = this.tool("laid", `${id} ${words}`, sign, () => change(Math.max(0, count + by)));
      setAttribute(button, "aria-label", `${label}: one ${words}`);
      return button;
    };
    box.append(make("span", "", label), step("−", -1, "less"), make("b", "", String(count)), step("+", 1, "more"));
    return box;
  }

  area(name, ...children) {
    const box = make("div", "ct-area");
    box.append(make("span", "ct-area-name", name), ...children);
    return box;
  }

  drawCloth() {
    const { loose, builds, hands, piles, stock } = this.state;
    const hidden = (place) => (count) => this.ask({ do: "hidden", place, count });
    const lying = make("div", "ct-laid");
    lying.append(...builds.map((build) => this.drawBuild(build)), ...this.cards(loose).children);
    const areas = [
      ...hands.map((hand) => this.area(
        `${hand.name}${hand.to_play ? " (to play)" : ""}`, this.cards(hand.cards),
        this.stepper("Hidden cards", hand.hidden, hand.place, hidden(hand.place)),
      )),
      this.area(SETUP.table, lying),
      ...piles.map((pile) => this.area(
        `Taken by ${pile.name}`, this.cards(pile.cards),
        this.stepper("Hidden cards", pile.hidden, pile.place, hidden(pile.place)),
        this.stepper("Sweeps", pile.sweeps, `sweeps ${pile.index}`, (count) =>
          this.ask({ do: "sweeps", pile: pile.index, count })),
      )),
      this.area(SETUP.stock, this.cards(stock.cards),
        this.stepper("Cards", stock.count, "stock", hidden("stock"))),
    ];
    this.cloth.replaceChildren(...areas);
  }

  drawBuild(build) {
    const box = make("div", "ct-build");
    setAttribute(box, "role", "group");
    setAttribute(box, "aria-label", build.label);
    setAttribute(box, "data-multiple", build.multiple ? "true" : null);
    const value = this.select("Value", (text) => this.ask({ do: "value", card: build.key, value: Number(text) }));
    this.fill(value.list, build.values.map((n) => [n, n]), build.value);
    const owners = this.state.hands.map((hand, i) => [i + 1, hand.name]);
    const owner = this.select("Owner", (text) => this.ask({ do: "owner", card: build.key, seat: Number(text) }));
    this.fill(owner.list, [...owners, [0, "not known"]], build.owner);
    const head = make("div", "ct-build-head");
    head.append(value.box, owner.box);
    const sets = make("div", "ct-sets");
    sets.append(...build.sets.map((set) => this.cards(set)));
    box.append(head, sets);
    return box;
  }

  drawTools() {
    const { faults, can_undo: canUndo } = this.state;
    const send = (command) => () => this.ask(command);
    const fourColour = this.model.get("four_colour");
    const tools = [
      { key: "values", label: "Value the plays", act: () => this.askSlowly({ do: "values" }), main: true, off: faults.length },
      { key: "play", label: "Try plays on this table", act: send({ do: "play" }), off: faults.length },
      { key: "rest", label: "The rest to the stock", act: send({ do: "rest" }) },
      { key: "undo", label: "Undo", act: send({ do: "undo" }), off: !canUndo },
      { key: "empty", label: "Empty the table", act: send({ do: "empty" }) },
      { key: "colours", label: "Four colours", isOn: fourColour, act: () => {
        this.model.set("four_colour", !fourColour);
        this.model.save_changes();
      } },
    ];
    syncChildren(
      this.tools, tools, (one) => one.key,
      (one) => {
        const button = this.tool("tools", `tool ${one.key}`, one.label, () => button.ctAct?.());
        return button;
      },
      (button, one) => {
        button.ctAct = one.off ? null : one.act;
        setAttribute(button, "aria-disabled", one.off ? "true" : null);
        setAttribute(button, "aria-pressed", one.isOn === undefined ? null : String(one.isOn));
        setAttribute(button, "data-main", one.main && !one.off ? "true" : null);
      },
    );
  }

  // A search takes a while, and says so.
  askSlowly(command) {
    setText(this.busy, "Searching …");
    this.busy.hidden = false;
    this.say("Searching");
    this.ask(command);
  }

  // --- what is said of the table ----------------------------------------------------------------

  drawKinds(node, kinds) {
    node.replaceChildren(...kinds.filter((kind) => kind.count).map((kind) => {
      const box = make("details", "ct-kind");
      box.open = true;
      const summary = make("summary", "", `${kind.heading} (${kind.more}${kind.count})`);
      summary.dataset.lmSuppressShortcuts = "true";
      const list = make("ul");
      list.append(...kind.plays.map((play) => {
        const line = make("li", "", `${play.words} `);
        line.append(make("code", "", play.text));
        return line;
      }));
      box.append(summary, list);
      if (kind.left) box.append(make("p", "ct-quiet", kind.left));
      return box;
    }));
  }

  bar(one, onPress) {
    const row = make("div", "ct-bar");
    const name = onPress ? this.tool("bars", `bar ${one.text}`, one.words, onPress) : make("span", "", one.words);
    setAttribute(name, "aria-label", one.label);
    const track = make("div", "ct-track");
    setAttribute(track, "aria-hidden", "true");
    const mark = (className, from, to) => {
      const node = make("span", className);
      node.style.left = `${Math.min(from, to)}%`;
      node.style.width = `${Math.abs(to - from)}%`;
      track.append(node);
    };
    if (one.mean !== null) mark("ct-mean", one.zero, one.mean);
    if (one.least !== null && one.most !== one.least) mark("ct-error", one.least, one.most);
    mark("ct-zero", one.zero, one.zero);
    const items = make("p", "ct-quiet");
    const said = one.items.map(([item, points]) => `${item} ${points}`);
    setText(items, [one.brings, said.join(", "), one.beside].filter(Boolean).join("; "));
    row.append(name, make("b", "ct-number", one.value), track, items);
    return row;
  }

  drawValues() {
    const { values, line_shown: shown } = this.state;
    this.values.replaceChildren();
    if (!values) return;
    const bars = values.bars.map((one, index) => {
      const row = this.bar(one, one.steps ? () => this.ask({ do: "step", play: index, step: 1 }) : null);
      setAttribute(row, "data-shown", shown?.play === index ? "true" : null);
      return row;
    });
    this.values.append(
      make("h3", "", SETUP.values), make("p", "", values.words), ...bars, make("p", "ct-quiet", values.more),
      this.comparing(),
    );
  }

  comparing() {
    const { game, beside } = this.state;
    const other = this.select("The same under", (name) => this.askSlowly({ do: "compare", game: name }));
    const { games } = this.model.get("choices");
    this.fill(other.list, [["", SETUP.nothing], ...games.filter(([name]) => name !== game.name)], beside?.name ?? "");
    other.list.dataset.id = "compare";
    return other.box;
  }

  drawBeside() {
    const { beside } = this.state;
    this.beside.replaceChildren();
    if (!beside) return;
    const kinds = make("div");
    this.drawKinds(kinds, beside.kinds);
    const faults = make("ul");
    faults.append(...beside.faults.map((text) => make("li", "", text)));
    this.beside.append(
      make("h3", "", beside.title), make("p", "", beside.words), faults,
      ...beside.bars.map((one) => this.bar(one, null)), kinds,
    );
  }

  drawFollows() {
    const { line_shown: line } = this.state;
    this.follows.replaceChildren();
    if (!line) return;
    const go = (step) => () => this.ask({ do: "step", play: line.play, step });
    const steps = make("ol", "ct-steps");
    steps.append(...line.steps.map((words, i) => {
      const item = make("li");
      const button = this.tool("steps", `step ${i + 1}`, words, go(i + 1));
      setAttribute(button, "aria-pressed", String(i + 1 === line.step));
      item.append(button);
      return item;
    }));
    const picture = make("img", "ct-picture");
    picture.src = line.picture;
    picture.alt = line.described;
    const walk = make("div", "ct-tools");
    const back = this.tool("steps", "step back", "Back", go(Math.max(0, line.step - 1)));
    const on = this.tool("steps", "step on", "Next", go(Math.min(line.steps.length, line.step + 1)));
    setAttribute(back, "aria-disabled", line.step === 0 ? "true" : null);
    setAttribute(on, "aria-disabled", line.step === line.steps.length ? "true" : null);
    walk.append(back, on);
    this.follows.append(make("h3", "", `${SETUP.follows}: ${line.title}`), walk, steps, picture);
  }

  drawTrouble(words = "") {
    const told = this.isLost ? TROUBLE.lost : words || this.model.get("trouble") || this.state?.declined;
    setText(this.trouble, told ?? "");
    this.trouble.hidden = !told;
  }
}

// Far more than a saved game has.
const LARGEST = 500_000;

export default {
  render({ model, el }) {
    const view = new SetupView(model, el);
    return () => view.close();
  },
};
