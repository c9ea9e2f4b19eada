/** The list page: suggestions while typing, and filtering as soon as a degree is chosen. */

const form = document.querySelector("form.search");
const box = form.elements.search;
const list = document.createElement("div");
const status = form.querySelector("[role=status]");
let active = -1;
let timer;
let request = new AbortController();

list.id = list.className = "suggestions";
list.role = "listbox";
list.ariaLabel = status.dataset.label;
list.hidden = true;
box.after(list);
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

box.addEventListener("blur", close);
// Otherwise the box would lose the focus, and the list would close before the click.
list.addEventListener("pointerdown", (event) => event.preventDefault());

/** Asks for the first matches under the filters of the page. */
async function suggest() {
  request = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  for (const name of ["ordering", "limit"]) query.delete(name);
  try {
    const response = await fetch(`${status.dataset.href}?${query}`, { signal: request.signal });
    if (!response.ok) return close();
    list.innerHTML = await response.text();
    const count = list.firstElementChild?.dataset.count ?? 0;
    status.textContent = `${status.dataset.found} ${count}`;
    if (count > 0 && document.activeElement === box) open();
    else close();
  } catch {
    // Aborted or offline: submitting the search will show the error.
  }
}

/** On a phone the box goes to the top, so that the keyboard covers no row. */
function open() {
  show(-1);
  if (matchMedia("(max-width: 36rem)").matches) box.scrollIntoView({ block: "start", behavior: "instant" });
}

list.addEventListener("click", ({ target }) => {
  const { href } = target.closest("[role=option]").dataset;
  if (href) location.assign(href);
  else form.requestSubmit();
});

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

form.elements.degree?.addEventListener("change", () => form.requestSubmit());

// A page from the back-forward cache shows its own filters, not what was chosen before leaving it.
addEventListener("pageshow", ({ persisted }) => {
  const typed = box.value;
  if (!persisted) return;
  form.reset();
  box.value = typed;
});

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
