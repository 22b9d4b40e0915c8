"use client";

import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { fetchPatiently, isTransient } from "./patience.client";

/**
 * Keeps the page where the next one cannot be loaded, and says so. Next's router would have the browser load it, whose
 * error page takes the place of what was typed and read.
 */
export function keepPage(): void {
  const load = window.fetch;
  let latest: RequestInit | undefined;

  window.fetch = async (input, init) => {
    if (!isForNextPage(init)) return load(input, init);
    latest = init;
    const response = await fetchPatiently(input, init, undefined, load).catch(() => undefined);
    if (response && !isTransient(response)) return response;
    // A failure is of no interest once the visitor has gone on to another page.
    if (latest === init) {
      showToast("error", response ? apiMessages.unavailable : apiMessages.unreachable);
      if (!isOfThisPage(new URL(String(input)))) stay();
    }
    return new Promise(() => {});
  };
}

/** Whether Next's router asks for a page that it goes to; it also asks for some in advance. */
function isForNextPage(init: RequestInit | undefined): boolean {
  return init?.priority === "auto" && "rsc" in (init.headers ?? {});
}

/** Whether the page that is shown is asked for, as after going back to it. */
function isOfThisPage(asked: URL): boolean {
  asked.searchParams.delete("_rsc");
  return asked.pathname + asked.search === location.pathname + location.search;
}

/** Ends what the router waits for, as going back to this page does. */
function stay(): void {
  window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}
