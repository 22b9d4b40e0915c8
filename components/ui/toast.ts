type Kind = "success" | "error" | "info";

let isWanted = false;
let mountToaster = () => {};
let resolveReady = () => {};
const toasterReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

/** For `Toasts`: `mount` runs at the first toast. Returns the function that takes it back. */
export function onFirstToast(mount: () => void): () => void {
  mountToaster = mount;
  if (isWanted) mount();
  return () => {
    mountToaster = () => {};
  };
}

export const toasterIsMounted = () => resolveReady();

/**
 * Shows a toast: bottom right, four seconds, three at most (the library's defaults).
 * @param description in smaller type beneath the message
 */
export async function showToast(kind: Kind, message: string, description?: string): Promise<void> {
  isWanted = true;
  mountToaster();
  // The library drops toasts that come before its toaster listens.
  const [{ toast }] = await Promise.all([import("sonner"), toasterReady]);
  toast[kind](message, { description });
}
