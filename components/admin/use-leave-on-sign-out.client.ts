"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { hasSessionEnded, useSignedIn } from "@/components/api/session.client";
import { routes } from "@/lib/routes";

/**
 * Goes to the home page after a sign-out in this or another tab. If the session ended otherwise, it goes to the
 * sign-in page, which leads back here. Clears the router's cache.
 */
export function useLeaveOnSignOut(): void {
  const isSignedIn = useSignedIn();
  const wasSignedIn = useRef(false);
  const router = useRouter();
  const leave = useEffectEvent(() => {
    router.replace(hasSessionEnded() ? routes.signIn(location.pathname + location.search) : routes.home());
    // Clears the router's cache, so that going back does not show the console again.
    router.refresh();
  });
  useEffect(() => {
    if (!isSignedIn && wasSignedIn.current) leave();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
}
