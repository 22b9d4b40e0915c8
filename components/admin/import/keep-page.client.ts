"use client";

/** A file that is dropped beside the drop zone would be opened by the browser, in place of the page. Returns the undoing. */
export function keepPage(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    const isInZone = event.target instanceof Element && event.target.closest("[data-drop-zone]");
    if (event.dataTransfer && !isInZone) event.dataTransfer.dropEffect = "none";
    event.preventDefault();
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}
