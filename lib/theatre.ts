/** Where a browser remembers that its visitor wants the player as wide as the page. */
const THEATRE = "lectern:theatre";

/** A script for the page's head: gives the player its width before anything is painted. */
export const markTheatre = `try{if(localStorage.getItem("${THEATRE}"))document.documentElement.dataset.theatre=""}catch{}`;

/** Whether the page shows the player in theatre view. */
export const isTheatre = () => "theatre" in document.documentElement.dataset;

/** Changes the view, and remembers it on this device. */
export function setTheatre(isOn: boolean): void {
  document.documentElement.toggleAttribute("data-theatre", isOn);
  try {
    if (isOn) localStorage.setItem(THEATRE, "1");
    else localStorage.removeItem(THEATRE);
  } catch {
    // It holds for this page.
  }
}
