"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { hasSessionEnded, useSignedIn } from "@/components/api/session.client";
import { routes } from "@/lib/routes";

/**
 * Leads home after a sign-out, here or in another tab, and to signing in and back where the session has ended; forgets
 * the pages that were read.
 */
export function useLeaveOnSignOut(): void {
  const isSignedIn = useSignedIn();
  const wasSignedIn = useRef(false);
  const router = useRouter();
  const leave = useEffectEvent(() => {
    router.replace(hasSessionEnded() ? routes.signIn(location.pathname + location.search) : routes.home());
    // Going back must not bring up what is in the browser's memory.
    router.refresh();
  });
  useEffect(() => {
    if (!isSignedIn && wasSignedIn.current) leave();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
}
