// The head of the code-free page: which panel is shown, and, where many use one page, a name. It
// says as soon as it is shown that somebody is there; nothing is opened before.

function makeTab(label, onPress) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.textContent = label;
  tab.addEventListener("click", onPress);
  return tab;
}

// The form that had the focus is gone: the table that comes in its place takes it over, unless
// something else has it by then.
function moveOn(form, tries = 200) {
  const active = document.activeElement;
  if (active !== document.body && !form.contains(active)) return;
  const first = document.querySelector(".ct-root :is(.ct-hand, .ct-tools) button");
  if (first) first.focus();
  else if (tries) setTimeout(() => moveOn(form, tries - 1), 50);
}

export default {
  render({ model, el }) {
    const head = document.createElement("header");
    head.className = "ct-page";
    const title = document.createElement("h1");
    title.textContent = "Casino tutor";
    const tabs = document.createElement("nav");
    const form = document.createElement("form");
    const label = document.createElement("label");
    const field = document.createElement("input");
    const begin = makeTab("Begin", null);
    const note = document.createElement("p");
    note.setAttribute("role", "status");
    begin.type = "submit";
    field.required = true;
    field.maxLength = 40;
    label.append("Your name: ", field);
    form.append(label, begin);
    let hasBegun = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      hasBegun = true;
      model.send({ name: field.value });
    });
    head.append(title, tabs, form, note);
    const draw = () => {
      const { asks, panels, shown, words } = model.get("state");
      form.hidden = !asks;
      tabs.hidden = asks || !panels.length;
      note.textContent = words;
      if (hasBegun && !asks) {
        hasBegun = false;
        moveOn(form);
      }
      while (tabs.children.length < panels.length) {
        const key = panels[tabs.children.length][0];
        tabs.append(makeTab("", () => model.send({ show: key })));
      }
      panels.forEach(([key, text], i) => {
        tabs.children[i].textContent = text;
        tabs.children[i].setAttribute("aria-pressed", String(key === shown));
      });
    };
    model.on("change:state", draw);
    draw();
    el.append(head);
    model.send({ query: window.location.search.slice(0, 500) });
    return () => model.off("change:state", draw);
  },
};
