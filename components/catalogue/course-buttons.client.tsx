"use client";

import type { ReactNode } from "react";
import { showToast } from "@/components/ui/toast";

type ButtonProps = { className: string; children: ReactNode };

export function FavoriteButton(props: ButtonProps) {
  return <button type="button" {...props} onClick={() => showToast("info", "Favorites are coming soon")} />;
}

/** The browser's share sheet, or the link on the clipboard. */
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
      // Closing the share sheet is an answer; anything else is worth the other way.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast("success", "Link copied to clipboard");
  } catch {
    showToast("error", "Failed to copy the link");
  }
}
