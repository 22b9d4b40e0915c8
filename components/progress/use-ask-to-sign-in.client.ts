"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useRouter } from "next/navigation";
import { showToast } from "@/components/ui/toast";
import { progressMessages } from "@/lib/progress/messages";
import { routes } from "@/lib/routes";

/** Tells a visitor that ticking needs an account, and opens the sign-in page, which leads back to this page. */
export function useAskToSignIn(): () => void {
  const router = useRouter();
  return () => {
    showToast("error", progressMessages.signInFirst);
    router.push(routes.signIn(location.pathname));
  };
}
