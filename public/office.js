// Sends a list with its progress, accepts one that is dropped on the page, and prevents sending a form twice.

const forms = [...document.querySelectorAll(".drop")];

for (const form of forms) {
  const field = form.querySelector("input[type=file]");
  const status = form.querySelector("[role=status]");
  const { sending, checking, lost, tooLarge, fileBytesMax } = JSON.parse(form.dataset.script);

  const showName = () => {
    const [file] = field.files;
    form.querySelector(".name").textContent = file === undefined ? "" : file.name;
    // Sending what is refused could take minutes.
    status.textContent = file?.size > fileBytesMax ? tooLarge : "";
    field.setCustomValidity(status.textContent);
  };
  field.addEventListener("change", showName);
  showName();

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    const request = new XMLHttpRequest();
    const total = megabytes(field.files[0].size);
    let shown = -1;
    form.setAttribute("aria-busy", "true");
    status.textContent = checking;
    const stop = (text) => {
      form.removeAttribute("aria-busy");
      status.textContent = text;
    };
    // A screen reader reads every change, so there are ten.
    request.upload.addEventListener("progress", ({ loaded, total: all }) => {
      const tenth = Math.floor((10 * loaded) / all);
      if (tenth === shown || tenth === 10) return;
      shown = tenth;
      status.textContent = sending.replace("{done}", megabytes(loaded)).replace("{all}", total);
    });
    request.upload.addEventListener("load", () => {
      status.textContent = checking;
    });
    request.addEventListener("error", () => stop(lost));
    request.addEventListener("load", () => {
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      // The preview, or the page to sign in after the session has ended.
      if (request.status < 400) location.assign(request.responseURL);
      else if (page.querySelector("form[action='/enter']") !== null) location.assign("/enter");
      else stop([...page.querySelectorAll("h1, .lead")].map((part) => part.textContent).join(". "));
    });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
}

const [first] = forms;

if (first !== undefined) {
  for (const type of ["dragenter", "dragover"]) {
    addEventListener(type, (event) => {
      event.preventDefault();
      first.classList.add("over");
    });
  }
  addEventListener("dragleave", (event) => event.relatedTarget === null && first.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    first.classList.remove("over");
    const { files } = event.dataTransfer;
    const field = first.querySelector("input[type=file]");
    if (files.length === 1) field.files = files;
    field.dispatchEvent(new Event("change"));
    const { oneFile, notAFile } = JSON.parse(first.dataset.script);
    if (files.length === 1) first.querySelector("button").focus();
    else first.querySelector("[role=status]").textContent = files.length === 0 ? notAFile : oneFile;
  });
}

function megabytes(bytes) {
  return (bytes / 1_048_576).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
}

for (const form of document.querySelectorAll("form[method=post]:not(.drop)")) {
  form.addEventListener("submit", (event) => {
    if (form.getAttribute("aria-busy") === "true") event.preventDefault();
    form.setAttribute("aria-busy", "true");
  });
}

// The back-forward cache may show the page again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy");
});
