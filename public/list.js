/** The list page: suggestions while typing, as links. */

const form = document.querySelector("form.search");
const box = form.elements.search;
const list = document.createElement("div");
const status = document.createElement("p");
let active = -1;
let timer;
let request = new AbortController();
let pressedAt = 0;
let changedAt = 0;

list.id = list.className = "suggestions";
list.role = "listbox";
list.ariaLabel = form.dataset.label;
status.role = "status";
status.className = "hide";
box.after(list);
form.append(status);
for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id }))
  box.setAttribute(name, value);
close();

box.addEventListener("input", () => {
  clearTimeout(timer);
  request.abort();
  if (box.value.trim().length < 2) close();
  else timer = setTimeout(suggest, 150);
});

box.addEventListener("keydown", (event) => {
  const { key, isComposing } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (isComposing || list.children.length === 0) return;
  if (key === "Escape" && !list.hidden) close();
  else if (key === "Enter" && active >= 0) list.children[active].click();
  else if (step) {
    const places = list.children.length + 1;
    show(list.hidden ? (step > 0 ? 0 : places - 2) : ((active + 1 + step + places) % places) - 1);
  } else return;
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select, textarea");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  box.focus();
});

// On a phone the box goes to the top before anything is typed, so that nothing moves when an answer arrives.
box.addEventListener("focus", () => {
  if (matchMedia("(max-width: 47.99rem)").matches) form.scrollIntoView({ behavior: "instant" });
});
box.addEventListener("blur", close);
// Otherwise the box would lose the focus, and the list would close before the click.
list.addEventListener("mousedown", (event) => event.preventDefault());

// Whoever pressed before these suggestions were there meant something else.
addEventListener("pointerdown", ({ timeStamp }) => (pressedAt = timeStamp), true);
list.addEventListener("click", (event) => {
  if (event.detail > 0 && pressedAt <= changedAt) event.preventDefault();
});

/** Asks for the first matches. */
async function suggest() {
  request = new AbortController();
  const search = box.value;
  try {
    const query = new URLSearchParams({ search, limit: 6, format: "json" });
    const response = await fetch(`${form.action}?${query}`, { signal: request.signal });
    if (!response.ok) return close();
    const { count, results } = await response.json();
    const { lang } = form.elements;
    const own = lang ? { lang: lang.value } : {};
    const options = results.map(({ id, name, degree }) => link(`${form.action}${id}/`, own, name || `№ ${id}`, degree));
    if (count > results.length) options.push(link(form.action, { ...own, search }, `${form.dataset.all} ${count}`, ""));
    list.replaceChildren(...options);
    for (const [i, option] of options.entries()) option.id = `suggestion${i}`;
    status.textContent = `${form.dataset.found} ${count}`;
    changedAt = performance.now();
    if (count > 0 && document.activeElement === box) show(-1);
    else close();
  } catch {
    // Aborted or offline: submitting the search will show the error.
  }
}

function link(path, query, text, degree) {
  const option = document.createElement("a");
  const pairs = new URLSearchParams(query).toString();
  option.href = pairs ? `${path}?${pairs}` : path;
  option.role = "option";
  option.tabIndex = -1;
  for (const part of [text, degree]) {
    const value = document.createElement("bdi");
    value.textContent = part;
    if (part) option.append(value, " ");
  }
  return option;
}

/** Opens the list with an active option, or with none for -1: then Enter searches. */
function show(index) {
  active = index;
  list.hidden = false;
  box.ariaExpanded = "true";
  for (const [i, option] of [...list.children].entries()) option.ariaSelected = String(i === index);
  box.setAttribute("aria-activedescendant", list.children[index]?.id ?? "");
}

function close() {
  show(-1);
  list.hidden = true;
  box.ariaExpanded = "false";
}

// Going back, also by the link of a teacher's page, restores the typed text and the scroll position.
const here = location.pathname + location.search;
try {
  const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  const isLinkBack = sessionStorage.getItem("back") === here;
  const [typed, top] = JSON.parse(sessionStorage.getItem(here) ?? "[]");
  sessionStorage.setItem("list", here);
  sessionStorage.removeItem("back");
  if (typed !== undefined && (isBack || isLinkBack)) box.value = typed;
  if (isLinkBack) scrollTo({ top, behavior: "instant" });
  addEventListener("pagehide", () => sessionStorage.setItem(here, JSON.stringify([box.value, scrollY])));
} catch {
  // The browser stores nothing.
}
