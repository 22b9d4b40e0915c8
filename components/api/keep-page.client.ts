"use client";

import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { fetchWithTimeout, isTransient } from "./fetch-with-timeout.client";

/**
 * Keeps the current page if the next one cannot be loaded, and shows a toast. By default Next's router lets the
 * browser load the next page, and the browser's error page then replaces the current page and everything typed in it.
 */
export function keepPage(): void {
  const load = window.fetch;
  let latest: RequestInit | undefined;

  window.fetch = async (input, init) => {
    if (!isForNextPage(init)) return load(input, init);
    latest = init;
    const response = await fetchWithTimeout(input, init, undefined, load).catch(() => undefined);
    if (response && !isTransient(response)) return response;
    // A failure is of no interest once the visitor has gone on to another page.
    if (latest === init) {
      showToast("error", response ? apiMessages.unavailable : apiMessages.unreachable);
      if (!isOfThisPage(new URL(String(input)))) stay();
    }
    return new Promise(() => {});
  };
}

/** Whether Next's router requests the page that it navigates to, rather than prefetches a page. */
function isForNextPage(init: RequestInit | undefined): boolean {
  return init?.priority === "auto" && "rsc" in (init.headers ?? {});
}

/** Whether the requested page is the one that is shown, as after going back to it. */
function isOfThisPage(asked: URL): boolean {
  asked.searchParams.delete("_rsc");
  return asked.pathname + asked.search === location.pathname + location.search;
}

/** Cancels the router's pending navigation, as going back to this page does. */
function stay(): void {
  window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}
