"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Result, send } from "@/components/api/calls.client";
import { showToast } from "@/components/ui/toast";
import { roleGiven, roleKept } from "@/lib/admin/roles";
import { adminRoutes } from "@/lib/admin/routes";
import type { AccountRole } from "@/lib/auth/roles";
import { routes } from "@/lib/routes";

type Gift = {
  /** An e-mail address or an id. */
  account: string;
  role: AccountRole;
  /** The account's name in messages. */
  who: string;
  isOwn: boolean;
};

/** Gives an account a role, shows the result in a toast, and refreshes the list. */
export function useGiveRole() {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);

  async function give({ account, role, who, isOwn }: Gift): Promise<Result<{ isChanged: boolean }>> {
    setIsBusy(true);
    const result = await send<{ isChanged: boolean }>("POST", "/api/roles", { account, role });
    setIsBusy(false);
    if (!result.ok) {
      void showToast("error", result.message);
      return result;
    }
    void showToast("success", result.data.isChanged ? roleGiven(who, role) : roleKept(who, role));
    // The account may no longer see this page: a full page load renders an allowed one, including its menu.
    if (isOwn && role !== "admin") location.assign(role === "user" ? routes.home() : adminRoutes.console());
    else router.refresh();
    return result;
  }
  return { give, isBusy };
}
