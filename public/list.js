/** The list page: the degree of the form filters when it is chosen. */

const form = document.querySelector("form.search");
const degree = form.elements.degree;

degree?.addEventListener("change", () => form.requestSubmit());

// A page from the back-forward cache shows what it was filtered by, not what was chosen before it was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) form.reset();
});

// The page of a teacher leads back here.
try {
  sessionStorage.setItem("list", location.pathname + location.search);
} catch {
  // The browser stores nothing.
}
