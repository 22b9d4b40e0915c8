/** Gives the focus to the page's content, for an element that is about to disappear with the focus in it. */
export function focusMain(): void {
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
