/** Selects what a search box with the cursor holds already, so that typing starts a search of its own. */

const box = document.querySelector("input[autofocus]");

// What was typed while the page loaded stays as it is. Not `select()`: that takes the focus, and autofocus complains.
if (box.value === box.defaultValue) box.setSelectionRange(0, box.value.length);
