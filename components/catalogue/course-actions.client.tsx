"use client";

import { Heart, Share2 } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";

/** Add to Favorites, and Share Now: the browser's share sheet, or the link on the clipboard. */
export function CourseActions({ title }: { title: string }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <button
        type="button"
        className={buttonClasses("outline", "px-2")}
        onClick={() => showToast("info", "Favorites are coming soon")}
      >
        <Heart aria-hidden="true" className="size-4 shrink-0" />
        Add to Favorites
      </button>
      <button type="button" className={buttonClasses("solid", "px-2")} onClick={() => share(title)}>
        <Share2 aria-hidden="true" className="size-4 shrink-0" />
        Share Now
      </button>
    </div>
  );
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
