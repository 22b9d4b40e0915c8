type Kind = "success" | "error" | "info";

let ask: () => void = () => {};
let asked = false;
let answer: () => void;
const shown = new Promise<void>((resolve) => {
  answer = resolve;
});

/** Called by `Toasts`: `mount` runs when there is a first toast to show. Returns the undoing. */
export function onFirstToast(mount: () => void): () => void {
  ask = mount;
  if (asked) mount();
  return () => {
    ask = () => {};
  };
}

/** Called by `Toasts` once the toaster listens. */
export function toasterIsMounted(): void {
  answer();
}

/**
 * Shows a toast: bottom right, four seconds, three at most (the library's defaults).
 * @param description smaller, beneath the message
 */
export async function showToast(kind: Kind, message: string, description?: string): Promise<void> {
  asked = true;
  ask();
  // The library drops what is said before its toaster listens.
  const [{ toast }] = await Promise.all([import("sonner"), shown]);
  toast[kind](message, { description });
}
