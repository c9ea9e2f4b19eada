/** The API reference: examples in one language, requests that follow the inputs, and their responses beside them. */

/** How much of a body is shown, in characters: a download may be very long. */
const shownMax = 20_000;

for (const form of document.querySelectorAll("form.try")) {
  const card = form.querySelector(".card");
  const codes = [...card.querySelectorAll(".examples code")];
  // Only the status is announced by screen readers; the headers and body follow it.
  const status = document.createElement("p");
  const content = card.querySelector(".response") ?? document.createElement("div");
  status.setAttribute("role", "status");
  content.className = "response";
  card.append(status, content);
  for (const field of form.querySelectorAll("[data-id]")) field.hidden = false;

  let shown = requestOf(form, form.dataset.url).url;
  form.addEventListener("input", () => {
    const { path, given, url } = requestOf(form, form.dataset.url);
    const [curl, ...others] = codes;
    const options = given.map((pair) => ` \\\n  --data-urlencode ${inShell(pair.join("="))}`);
    curl.textContent = `curl ${options.length > 0 ? "-G " : ""}${inShell(path)}${options.join("")}`;
    for (const code of others) {
      code.textContent = code.textContent.replace(JSON.stringify(shown), () => JSON.stringify(url));
    }
    shown = url;
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "Running…";
    content.replaceChildren();
    try {
      const { url } = requestOf(form, form.dataset.path);
      const response = await fetch(url);
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      const body = await readStart(response);
      status.textContent = `${response.status} ${response.statusText}`;
      content.replaceChildren(...(body === "" ? [] : [preformatted(body, "Body")]), folded("Headers", headers));
      if (/json$/.test(response.headers.get("content-type") ?? "")) colour(content.querySelector("pre"));
    } catch (error) {
      status.textContent = `Request failed: ${error.message}`;
    }
    card.scrollIntoView({ block: "nearest" });
  });
}

/** The path with its id, the parameters that have a value, and both as a URL. */
function requestOf(form, template) {
  const id = form.querySelector("[data-id]")?.value.trim() ?? "";
  const path = template.replace("{id}", encodeURIComponent(id));
  const given = [...new FormData(form)].filter(([, value]) => value.trim() !== "");
  return { path, given, url: given.length === 0 ? path : `${path}?${new URLSearchParams(given)}` };
}

function inShell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text block that scrolls, also with the keyboard. */
function preformatted(text, label) {
  const element = document.createElement("pre");
  element.textContent = text;
  element.tabIndex = 0;
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return element;
}

function folded(label, text) {
  const details = document.createElement("details");
  details.appendChild(document.createElement("summary")).textContent = label;
  details.append(preformatted(text, label));
  return details;
}

for (const code of document.querySelectorAll(".json code")) colour(code);

/** Colours the keys, strings and other values of JSON. */
function colour(element) {
  const text = element.textContent;
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(/("(?:[^"\\]|\\.)*")(:?)|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g)) {
    const [token, string, colon] = match;
    const span = document.createElement("span");
    span.className = string === undefined ? "value" : colon === "" ? "string" : "key";
    span.textContent = string ?? token;
    pieces.push(text.slice(end, match.index), span);
    end = match.index + span.textContent.length;
  }
  element.replaceChildren(...pieces, text.slice(end));
}

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Without HTTPS a page may not use the clipboard API.
      getSelection().selectAllChildren(code);
      if (!document.execCommand("copy")) return;
    }
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
}

// Choosing a language in one example chooses it in all.
for (const summary of document.querySelectorAll(".examples summary")) {
  summary.addEventListener("click", () => {
    const { top } = summary.getBoundingClientRect();
    for (const other of document.querySelectorAll(".examples summary")) {
      if (other !== summary && other.textContent === summary.textContent) other.parentElement.open = true;
    }
    // Examples above may have changed their height.
    scrollBy({ top: summary.getBoundingClientRect().top - top, behavior: "instant" });
  });
}

// The menu highlights the section in view.
const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
const observer = new IntersectionObserver(
  (entries) => {
    // A resource is within its section, which comes first.
    const read = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
    if (read === undefined) return;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(idOf(read)).setAttribute("aria-current", "true");
  },
  { rootMargin: "-15% 0% -80%" },
);
for (const section of document.querySelectorAll(".prose section, .operators")) {
  if (links.has(idOf(section))) observer.observe(section);
}

function idOf(section) {
  return section.id || (section.getAttribute("aria-labelledby") ?? "service");
}

/** The beginning of a body; JSON is indented. Cancels the download of the rest. */
async function readStart(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > shownMax) {
      await reader.cancel();
      return `${text.slice(0, shownMax)}\n… truncated`;
    }
  }
  if (!/json$/.test(response.headers.get("content-type") ?? "")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
