"use client";

const CONTROL =
  "a, button, input, label, select, summary, textarea, [role=menuitem], [role=option], [role=tab]";

/** What the first click of a double click, or a single one, was for. */
let first: Element | null = null;

/**
 * Has the second half of a double click do nothing if it hits another control than the first half: that one has moved
 * to the place of what the first half has changed.
 */
export function ignoreSecondClicks(): void {
  document.addEventListener(
    "click",
    (event) => {
      const control = controlOf(event.target);
      if (event.detail < 2) first = control;
      else if (control !== first) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
}

/** The control that a click is for; a label's click is for its field. */
function controlOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest(CONTROL) ?? target;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
