"use client";

import type { Route } from "next";
import type { useRouter } from "next/navigation";
import { isSignedIn, notifySessionChange } from "@/components/api/session.client";
import { showToast, showToastNext } from "@/components/ui/toast";
import { adminRoutes } from "@/lib/admin/routes";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";

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
export function enter(router: ReturnType<typeof useRouter>, path: Route, message?: string): void {
  notifySessionChange({ hasEnded: true, isAnother: true });
  if (isSignedIn()) {
    goOn(router, path, message);
  } else {
    void showToast("error", authMessages.noCookies);
    router.replace(routes.signIn());
  }
}
