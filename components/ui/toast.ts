import type { ComponentType } from "react";

export type Toast = {
  kind: "success" | "error" | "info";
  message: string;
  description?: string;
  /** What a button in the toast does. */
  action?: { label: string; onClick(): void };
};

/** Where toasts appear: `Toasts`, once it is on the page. */
type Place = { mount(toaster: ComponentType): void; showPlainly(toast: Toast): void };

const PATIENCE_MS = 1_500;

let place: Place | undefined;

/** For `Toasts`. Returns the function that takes it back. */
export function offerPlace(offered: Place): () => void {
  place = offered;
  return () => {
    place = undefined;
  };
}

/**
 * Shows a toast: bottom right, on small screens at the top; four seconds, three at most (the library's defaults).
 * The library comes with the first one. A toast that tells of a lost network cannot wait for it, and is shown plainly.
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
    new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
  if (!toaster) return place?.showPlainly(toast);
  place?.mount(toaster.Toaster);
  await toaster.show(toast);
}
