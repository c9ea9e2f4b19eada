/** Runs the forms of the reference right there and shows status, headers and body of the answer. */

/** How much of a body is shown, in characters: a download may have no end in sight. */
const shownMax = 20_000;

/** The few texts, in the language of the page. */
const words = document.querySelector(".docs").dataset;

for (const form of document.querySelectorAll("form.try")) {
  // Only the status is spoken by itself; headers and body are for whoever goes on to them.
  const status = document.createElement("p");
  const rest = document.createElement("div");
  status.setAttribute("role", "status");
  rest.className = "answer";
  form.append(status, rest);
  for (const field of form.querySelectorAll("[data-id]")) field.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.textContent = words.running;
    rest.replaceChildren();
    try {
      const url = urlOf(form);
      const response = await fetch(url);
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      const body = await readStart(response);
      status.textContent = `${response.status} ${response.statusText} · GET ${url}`;
      rest.replaceChildren(...[headers, body].filter((text) => text !== "").map(preformatted));
    } catch (error) {
      status.textContent = `${words.failed}: ${error.message}`;
    }
  });
}

/** A box that scrolls, also by keyboard. */
function preformatted(text) {
  const element = document.createElement("pre");
  element.textContent = text;
  element.tabIndex = 0;
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", words.answer);
  return element;
}

/** The path with its id, and the parameters that are given. */
function urlOf(form) {
  const id = form.querySelector("[data-id]")?.value.trim() ?? "";
  const path = form.dataset.path.replace("{id}", encodeURIComponent(id));
  const given = [...new FormData(form)].filter(([, value]) => value.trim() !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The beginning of a body, JSON spread over lines; the rest is not even fetched. */
async function readStart(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > shownMax) {
      await reader.cancel();
      return `${text.slice(0, shownMax)}\n${words.cut}`;
    }
  }
  if (!/json$/.test(response.headers.get("content-type") ?? "")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
