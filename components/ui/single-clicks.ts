import type { MouseEvent } from "react";

/**
 * Properties of an element in which the second half of a double click does nothing: it would hit what has moved to the
 * place of what the first half has changed.
 */
export const singleClicks = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  },
};
