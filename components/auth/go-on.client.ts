"use client";

import type { Route } from "next";
import type { useRouter } from "next/navigation";
import { showToast, showToastNext } from "@/components/ui/toast";
import { adminRoutes } from "@/lib/admin/routes";

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
