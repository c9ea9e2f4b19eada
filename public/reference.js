/** The API reference: copies the examples, and runs the forms on the page, showing status, body and headers. */

/** How much of a body is shown, in characters: a download may have no end in sight. */
const shownMax = 20_000;

for (const form of document.querySelectorAll("form.try")) {
  // Only the status is announced by screen readers; the headers and body follow it.
  const status = document.createElement("p");
  const content = document.createElement("div");
  status.setAttribute("role", "status");
  content.className = "response";
  form.append(status, content);
  for (const field of form.querySelectorAll("[data-id]")) field.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = "Running…";
    status.scrollIntoView({ block: "start" });
    content.replaceChildren();
    try {
      const url = urlOf(form);
      const response = await fetch(url);
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      const body = await readStart(response);
      status.textContent = `${response.status} ${response.statusText} · GET ${url}`;
      content.replaceChildren(...(body === "" ? [] : [preformatted(body, "Body")]), folded("Headers", headers));
    } catch (error) {
      status.textContent = `Request failed: ${error.message}`;
    }
  });
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

/** The path with its id, and the parameters that have a value. */
function urlOf(form) {
  const id = form.querySelector("[data-id]")?.value.trim() ?? "";
  const path = form.dataset.path.replace("{id}", encodeURIComponent(id));
  const given = [...new FormData(form)].filter(([, value]) => value.trim() !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
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
