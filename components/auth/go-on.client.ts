"use client";

import type { Route } from "next";
import type { useRouter } from "next/navigation";
import { get } from "@/components/api/calls.client";
import { isSignedIn, notifySessionChange } from "@/components/api/session.client";
import { showToast, showToastNext } from "@/components/ui/toast";
import { adminRoutes } from "@/lib/admin/routes";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { CONTINUE_PATH } from "@/lib/watching/continue";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import { hasDevicePlaces } from "@/lib/watching/storage";

/** How long a sign-in that leads to the home page waits to hear whether that begins with courses to continue. */
const TIMEOUT_MS = 500;

/**
 * Replaces the page with the one that a sign-in leads to, and shows a message of success there. The console is loaded as
 * a document of its own: only the policy of its documents allows uploads that go directly to a storage on another host.
 */
export function goOn(router: ReturnType<typeof useRouter>, path: Route, message?: string): void {
  if (path.startsWith(adminRoutes.console())) {
    if (message) showToastNext(message);
    location.replace(path);
  } else {
    if (message) void showToast("success", message);
    router.replace(path);
  }
}

/** The same after the server has begun a session. A browser that keeps no cookies has none, and is told so. */
export async function enter(
  router: ReturnType<typeof useRouter>,
  path: Route,
  message?: string,
): Promise<void> {
  const learned = learnContinuing();
  if (path === routes.home())
    await Promise.race([learned, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
  // For other tabs, the session that they show has ended without a sign-out: their drafts are kept.
  notifySessionChange({ hasEnded: true, isAnother: true });
  if (isSignedIn()) {
    goOn(router, path, message);
  } else {
    void showToast("error", authMessages.noCookies);
    router.replace(routes.signIn(path === routes.home() ? undefined : path));
  }
}

/** Learns whether the account has anything to continue, so that the home page reserves room only if it has. */
async function learnContinuing(): Promise<void> {
  const result = await get<{ courses: unknown[] }>(CONTINUE_PATH);
  // Positions that this device has stored are about to be sent to the account.
  if (result.ok) rememberContinuing("account", result.data.courses.length > 0 || hasDevicePlaces());
}
