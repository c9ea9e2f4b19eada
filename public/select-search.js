/** Selects the text of the focused search box, so that typing replaces it. */

const box = document.querySelector("input[autofocus]");

// Text typed while the page loaded is left alone. Not `select()`, which takes the focus and makes autofocus log an error.
if (box.value === box.defaultValue) box.setSelectionRange(0, box.value.length);
