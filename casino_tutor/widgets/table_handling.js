// What lies under the card table: small helpers, focus and keys, drag and drop, motion. The widget
// puts this file and table.js behind one another, so that they are one module.

const TROUBLE = {
  slow: "The kernel has not answered for 5 seconds: it is busy, or it has stopped.",
  lost:
    "The kernel is gone, and the table no longer answers. Run the cell again, or reload this page; " +
    "a match that is kept goes on where it was.",
};
const SECONDS_UNTIL_SLOW = 5;
// How long an opponent seems to think.
const PAUSE = 650;
const PAUSE_WITHOUT_MOTION = 250;
// How long each picture of a play that is shown again stands.
const REPLAY = 900;
// How long a card travels, and from where on a press is a drag.
const TRAVEL = 260;
const DRAG_FROM = 8;

// --- small helpers ------------------------------------------------------------------------------

function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (value === null || value === false || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

// A button that keeps its keys to itself: the notebook looks for this mark on the very element
// that has the focus.
function makeButton(className, text, onPress) {
  const button = make("button", className, text);
  button.type = "button";
  button.dataset.lmSuppressShortcuts = "true";
  if (onPress) button.addEventListener("click", onPress);
  return button;
}

// Make the children of a node those of a list, by key. What stays is never moved, so that it
// keeps the focus.
function syncChildren(parent, items, keyOf, create, update) {
  const nodes = parent.ctNodes ?? (parent.ctNodes = new Map());
  const wanted = new Set(items.map(keyOf));
  for (const [key, node] of nodes) {
    if (!wanted.has(key)) {
      node.remove();
      nodes.delete(key);
    }
  }
  let at = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = keyOf(item);
    let node = nodes.get(key);
    if (!node) {
      node = create(item, index);
      nodes.set(key, node);
    }
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
    update(node, item, index);
  });
}

const keyed = (items) => items.map((item, index) => ({ ...item, key: index }));

function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Dark where the notebook says so, else where the page around is asked to be.
function isDark() {
  const said = document.body.dataset.jpThemeLight;
  if (said) return said === "false";
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

// Call back when dark becomes light or light dark; returns what ends that.
function onTheme(callback) {
  const notebook = new MutationObserver(callback);
  notebook.observe(document.body, { attributes: true });
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", callback);
  return () => {
    notebook.disconnect();
    system.removeEventListener("change", callback);
  };
}

// --- what hands and eyes do ---------------------------------------------------------------------

// A table view draws itself (table.js); this is the part of it that deals with the page: `root` is
// its node, `state` what it draws, `ask` sends a command.
class Handling {
  // --- talking to the session -------------------------------------------------------------------

  ask(command) {
    if (this.isLost) return this.drawTrouble();
    // Of what is shown again nothing can be pressed.
    if (this.isReplaying) return this.draw();
    this.sent += 1;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.drawTrouble(TROUBLE.slow), SECONDS_UNTIL_SLOW * 1000);
    try {
      this.model.send({ id: this.sent, serial: this.state.serial, command });
    } catch {
      this.lose();
    }
    return undefined;
  }

  lose() {
    this.isLost = true;
    clearTimeout(this.pending);
    clearTimeout(this.goOnTimer);
    this.drawTrouble();
  }

  // An answer too: that the session could not do it.
  failed() {
    if (this.model.get("trouble")) clearTimeout(this.pending);
    this.drawTools();
    this.drawTrouble();
  }

  heardBack() {
    if (this.state.answered < this.sent) return;
    clearTimeout(this.pending);
    this.pending = null;
  }

  say(words) {
    if (!words) return;
    // The same words once more are a change only with something more behind them.
    const again = this.live.textContent === words;
    this.live.textContent = again ? `${words}\u00a0` : words;
  }

  // While an offer has the focus or the pointer, its groups are shown.
  preview(target) {
    const offer = target.closest?.(".ct-offer")?.ctOffer;
    if (!offer?.groups && !this.isPreviewing) return;
    this.isPreviewing = Boolean(offer?.groups);
    for (const button of this.root.querySelectorAll(".ct-card, .ct-build")) {
      const own = button.ctGroup;
      this.badge(button, offer?.groups ? offer.groups[button.dataset.id] : own);
    }
  }

  waitForOthers() {
    clearTimeout(this.goOnTimer);
    if (this.state.waits !== "opponent" || !this.state.paced) return;
    const pause = isStill() ? PAUSE_WITHOUT_MOTION : PAUSE;
    this.goOnTimer = setTimeout(() => this.ask({ do: "go_on" }), pause);
  }

  // --- cards ------------------------------------------------------------------------------------

  image(card, className = "ct-face") {
    const img = make("img", className);
    img.alt = "";
    img.draggable = false;
    img.dataset.card = card;
    return img;
  }

  paint(img, card) {
    const faces = this.model.get("faces");
    const two = !this.model.get("four_colour") && faces.two[card];
    const svg = two || faces.four[card];
    img.dataset.card = card;
    if (!svg || img.ctSvg === svg) return;
    img.ctSvg = svg;
    img.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }

  // --- focus and keys ---------------------------------------------------------------------------

  focused() {
    const active = this.root.getRootNode().activeElement;
    return active && this.root.contains(active) ? active : null;
  }

  zone(name) {
    const all = this.root.querySelectorAll(`[data-zone="${name}"]`);
    return [...all].filter((node) => node.offsetParent !== null);
  }

  rememberFocus() {
    const active = this.focused();
    if (!active) return null;
    const zone = active.dataset.zone;
    return { active, zone, index: zone ? this.zone(zone).indexOf(active) : 0 };
  }

  // What is asked for comes first, then what had the focus, then its neighbour.
  restoreFocus(held, waitsForOther) {
    if (!held) return;
    const { question, waits } = this.state;
    if (question && held.zone !== "offers") {
      this.zone("offers")[0]?.focus();
      return;
    }
    const goOn = this.root.querySelector('[data-id="tool go_on"], [data-id="tool new_match"]');
    if (goOn && waitsForOther && ["count", "deal", "over"].includes(waits)) {
      goOn.focus();
      return;
    }
    // Nothing that can be pressed has the focus by chance: a key that comes late would press it.
    const refuge = this.hand.hidden ? this.zone("tools")[0] : this.hand;
    if (held.active === this.hand) {
      (this.zone("hand")[0] ?? goOn ?? refuge).focus();
      return;
    }
    if (held.active.isConnected && held.active.offsetParent !== null) return;
    const isAnswered = ["offers", "repairs"].includes(held.zone) && !question;
    const wentOn = ["tool go_on", "tool new_match"].includes(held.active.dataset.id);
    const row = held.zone && !isAnswered && !wentOn ? this.zone(held.zone) : [];
    const next = row[Math.min(held.index, row.length - 1)] ?? this.zone("hand")[0];
    (next ?? goOn ?? refuge).focus();
  }

  onKey(event) {
    const active = this.focused();
    // No key of ours is for the page around; Tab leaves by itself.
    event.stopPropagation();
    if (event.key === "Escape") {
      if (this.drag) this.endDrag(null);
      else if (this.state.buttons.clear) this.ask({ do: "clear" });
      event.preventDefault();
      return;
    }
    const zone = active?.dataset.zone;
    if (!zone || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = this.neighbour(active, zone, event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  neighbour(active, zone, key) {
    const row = this.zone(zone);
    const at = row.indexOf(active);
    // At its end a row stops: nobody is led to its other end unawares.
    if (key === "ArrowRight") return row[at + 1] ?? active;
    if (key === "ArrowLeft") return row[at - 1] ?? active;
    if (key === "Home") return row[0];
    if (key === "End") return row[row.length - 1];
    if (key === "ArrowUp") return this.nextRow(active, -1) ?? active;
    if (key === "ArrowDown") return this.nextRow(active, 1) ?? active;
    return null;
  }

  // What lies nearest in the next row above (-1) or below (1).
  nextRow(active, way) {
    const place = (node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return { node, x: (left + right) / 2, y: (top + bottom) / 2, top, bottom };
    };
    const own = place(active);
    const all = this.zones.flatMap((name) => this.zone(name)).map(place);
    const beyond = all.filter((one) => (way < 0 ? one.bottom <= own.y : one.top >= own.y));
    if (!beyond.length) return null;
    const near = (key) => (one, other) => (key(other) < key(one) ? other : one);
    const first = beyond.reduce(near((one) => Math.abs(one.y - own.y)));
    const row = beyond.filter((one) => one.top < first.bottom && one.bottom > first.top);
    const { node } = row.reduce(near((one) => Math.abs(one.x - own.x)));
    // Of what can be done the likeliest is met first.
    return node.dataset.zone === "offers" ? this.zone("offers")[0] : node;
  }

  // --- drag and drop ----------------------------------------------------------------------------

  onPointerDown(event) {
    this.hasDragged = false;
    const button = event.target.closest?.('[data-zone="hand"]');
    if (!button || event.button !== 0 || this.state.waits !== "you") return;
    const drag = { button, x: event.clientX, y: event.clientY, ghost: null, over: null };
    this.drag = drag;
    drag.move = (moved) => this.onPointerMove(moved);
    drag.up = (lifted) => this.endDrag(lifted);
    window.addEventListener("pointermove", drag.move);
    window.addEventListener("pointerup", drag.up);
    window.addEventListener("pointercancel", drag.up);
  }

  onPointerMove(event) {
    const { drag } = this;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < DRAG_FROM) return;
      drag.ghost = this.ghost(drag.button.querySelector("img"));
      this.hasDragged = true;
    }
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
    const over = this.under(event);
    if (over === drag.over) return;
    drag.over?.classList.remove("ct-over");
    over?.classList.add("ct-over");
    drag.over = over;
  }

  under(event) {
    const found = this.root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    if (!found || !this.root.contains(found)) return null;
    return found.closest('[data-zone="table"], [data-zone="piles"], .ct-cloth');
  }

  endDrag(event) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    // The click that ends a drag comes next, and is none.
    setTimeout(() => { this.hasDragged = false; });
    window.removeEventListener("pointermove", drag.move);
    window.removeEventListener("pointerup", drag.up);
    window.removeEventListener("pointercancel", drag.up);
    drag.over?.classList.remove("ct-over");
    if (!drag.ghost) return;
    drag.ghost.remove();
    if (event?.type !== "pointerup") return;
    const over = this.under(event);
    if (!over) return;
    const item = drag.button.dataset.id;
    this.ask({ do: "drop", item, on: over.dataset.id ?? null });
  }

  // A picture of a card that lies above everything for a moment.
  ghost(img) {
    const box = img.getBoundingClientRect();
    const ghost = img.cloneNode();
    ghost.className = "ct-ghost";
    Object.assign(ghost.style, {
      left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`,
    });
    this.root.append(ghost);
    return ghost;
  }

  // --- motion -----------------------------------------------------------------------------------

  // Where each card of the learner's hand and of the table is.
  where() {
    const found = new Map();
    for (const img of this.root.querySelectorAll(".ct-hand img, .ct-table img")) {
      found.set(img.dataset.card, { img, box: img.getBoundingClientRect() });
    }
    return found;
  }

  // Let cards travel from where they were; what was taken goes to the pile of whoever took it.
  move(before) {
    if (isStill() || !before.size || !this.root.animate) return;
    const played = this.state.happened.find((event) => event.event === "Played");
    if (!played) return;
    const now = this.where();
    const seat = this.root.querySelector(`.ct-other[data-seat="${played.seat}"]`);
    for (const [card, { img, box }] of now) {
      const from = before.get(card)?.box ?? seat?.getBoundingClientRect();
      if (from) this.travel(img, from, box);
    }
    const pile = this.state.piles.findIndex((one) => one.seats.includes(played.seat));
    const stack = this.piles.children[pile]?.firstElementChild?.getBoundingClientRect();
    if (!stack) return;
    for (const card of played.captured) {
      const was = before.get(card);
      if (!was || now.has(card)) continue;
      const ghost = this.ghost(was.img);
      Object.assign(ghost.style, {
        left: `${was.box.left}px`, top: `${was.box.top}px`, width: `${was.box.width}px`,
      });
      const [dx, dy] = [stack.left - was.box.left, stack.top - was.box.top];
      const scale = stack.width / was.box.width;
      ghost.style.transformOrigin = "0 0";
      const flight = ghost.animate(
        [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(${scale})` }],
        { duration: TRAVEL, easing: "ease-in-out" },
      );
      flight.onfinish = () => ghost.remove();
      flight.oncancel = () => ghost.remove();
    }
  }

  travel(img, from, to) {
    const [dx, dy] = [from.left - to.left, from.top - to.top];
    if (Math.hypot(dx, dy) < 2) return;
    img.animate(
      [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
      { duration: TRAVEL, easing: "ease-out" },
    );
  }
}
