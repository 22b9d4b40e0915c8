"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { ReactNode } from "react";
import { showToast } from "@/components/ui/toast";

type ButtonProps = { className: string; children: ReactNode };

export function FavoriteButton(props: ButtonProps) {
  return <button type="button" {...props} onClick={() => showToast("info", "Favorites are coming soon")} />;
}

/** Opens the browser's share sheet, or copies the link if there is none. */
export function ShareButton({ title, ...props }: ButtonProps & { title: string }) {
  return <button type="button" {...props} onClick={() => share(title)} />;
}

async function share(title: string) {
  const url = location.href;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The visitor closed the share sheet, or has pressed twice and it is open.
      if (error instanceof DOMException && ["AbortError", "InvalidStateError"].includes(error.name)) return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast("success", "Link copied to clipboard");
  } catch {
    showToast("error", "Failed to copy the link");
  }
}
