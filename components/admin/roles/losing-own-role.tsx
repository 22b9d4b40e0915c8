import { useEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { withArticle } from "@/lib/admin/roles";
import type { AccountRole } from "@/lib/auth/roles";

type LosingOwnRoleProps = { role: AccountRole; isBusy: boolean; onStay: () => void; onGo: () => void };

/** Asks administrators for confirmation before they give up their own role. */
export function LosingOwnRole({ role, isBusy, onStay, onGo }: LosingOwnRoleProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div role="alertdialog" aria-labelledby="losing-own-role" className="flex flex-col gap-5">
      <p id="losing-own-role">
        This is your own account. As {withArticle[role]} you no longer see users, roles and the activity log,
        and only another administrator can give the role back to you.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
        <button ref={stay} type="button" onClick={onStay} className={buttonClasses("outline")}>
          Stay administrator
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => isBusy || onGo()}
          className={buttonClasses("solid")}
        >
          Give up the role
        </button>
      </div>
    </div>
  );
}
