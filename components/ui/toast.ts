import type { ComponentType } from "react";

export type Toast = {
  kind: "success" | "error" | "info";
  message: string;
  description?: string;
  /** A button in the toast: its label and what it does. */
  action?: { label: string; onClick(): void };
};

/** Where toasts appear: `Toasts`, once it is on the page. */
type Place = { mount(toaster: ComponentType): void; showPlainly(toast: Toast): void };

const TIMEOUT_MS = 1_500;

let place: Place | undefined;

/** Where a toast for the next document waits, in this tab's storage. */
const WAITING = "lectern-next-toast";

/** Called by `Toasts`. Returns the function that withdraws the place. */
export function offerPlace(offered: Place): () => void {
  place = offered;
  try {
    const waiting = sessionStorage.getItem(WAITING);
    sessionStorage.removeItem(WAITING);
    if (waiting) void showToast("success", waiting);
  } catch {
    // Without browser storage, the toast is left out.
  }
  return () => {
    place = undefined;
  };
}

/**
 * Shows a toast: bottom right, on small screens at the top; three at most, for four seconds (the library's defaults), or
 * for fifteen if it has a button.
 * The library is loaded with the first toast. If it does not load in time, as without a network, the toast is shown
 * without it.
 * @param description in smaller type beneath the message
 */
export async function showToast(
  kind: Toast["kind"],
  message: string,
  description?: string,
  action?: Toast["action"],
): Promise<void> {
  const toast = { kind, message, description, action };
  const toaster = await Promise.race([
    import("./toaster.client").catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS)),
  ]);
  if (!toaster) return place?.showPlainly(toast);
  place?.mount(toaster.Toaster);
  await toaster.show(toast);
}

/** Shows a toast of success once the next document is loaded in this tab. */
export function showToastNext(message: string): void {
  try {
    sessionStorage.setItem(WAITING, message);
  } catch {
    // Without browser storage, the toast is left out.
  }
}
