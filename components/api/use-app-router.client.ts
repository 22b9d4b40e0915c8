"use client";

import { useRouter } from "next/navigation";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";

type AppRouter = ReturnType<typeof useRouter>;

/**
 * Next's router, which without a network leaves the page as it is and says so. Its own answer to a failure
 * is the browser's error page.
 */
export function useAppRouter(): AppRouter {
  const router = useRouter();
  return { ...router, push: whenOnline(router.push), replace: whenOnline(router.replace) };
}

function whenOnline(navigate: AppRouter["push"]): AppRouter["push"] {
  return (...destination) => {
    if (navigator.onLine) navigate(...destination);
    else showToast("error", apiMessages.unreachable);
  };
}
