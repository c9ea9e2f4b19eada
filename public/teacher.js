/** The teacher page: the buttons that copy a form of the name, and the way back to the list as it was. */

const status = document.getElementById("copied");
document.documentElement.classList.add("script");

for (const button of document.querySelectorAll(".forms button")) {
  const source = button.closest("div").querySelector("dd");
  let timer;
  button.addEventListener("click", async () => {
    if (!(await copy(source))) return;
    button.classList.add("done");
    // Cleared first, so that screen readers announce the same text again.
    status.textContent = "";
    setTimeout(() => {
      status.textContent = `${status.dataset.copied}: ${source.textContent}`;
    }, 50);
    clearTimeout(timer);
    timer = setTimeout(() => button.classList.remove("done"), 2000);
  });
}

/** Uses the clipboard API, or the selection where the page may not use that API (without HTTPS). */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand("copy");
  }
}

// The list page has stored its URL, and restores the typed text. A path with a single slash is on this host.
try {
  const back = document.getElementById("back");
  const list = sessionStorage.getItem("list") ?? "";
  if (/^\/(?!\/)/.test(list)) {
    back.href = list;
    back.addEventListener("click", () => sessionStorage.setItem("back", list));
  }
} catch {
  // The browser stores nothing.
}
