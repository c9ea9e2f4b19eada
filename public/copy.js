/** Shows the buttons that copy a display form, and makes them work. */

const status = document.getElementById("copied");

for (const button of document.querySelectorAll("button.copy")) {
  const source = button.parentElement.querySelector(".copyable");
  const label = button.firstElementChild;
  const before = label.textContent;
  let timer;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (!(await copy(source))) return;
    label.textContent = button.dataset.copied;
    // Emptied first, so that the same words are spoken again for the next form.
    status.textContent = "";
    setTimeout(() => {
      status.textContent = `${button.dataset.copied}: ${source.textContent}`;
    }, 50);
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = before;
    }, 2000);
  });
}

/** By the clipboard, or where a page may not use that (without https), by the selection. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand("copy");
  }
}
