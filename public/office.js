// Accepts a list that is dropped on the page, and prevents sending a form twice.

const field = document.querySelector(".drop input[type=file]");

if (field !== null) {
  const form = field.form;
  const submit = () => form.requestSubmit();
  field.addEventListener("change", () => field.files.length === 1 && submit());
  for (const type of ["dragenter", "dragover"]) {
    addEventListener(type, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  }
  addEventListener("dragleave", (event) => event.relatedTarget === null && form.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (event.dataTransfer.files.length !== 1) return;
    field.files = event.dataTransfer.files;
    submit();
  });
}

for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.getAttribute("aria-busy") === "true") event.preventDefault();
    form.setAttribute("aria-busy", "true");
  });
}

// The back-forward cache may show the page again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy");
});
