import { Lock } from "lucide-react";
import { roleGroups, withArticle } from "@/lib/admin/roles";
import { type AccountRole, consoleRoles, isEnough } from "@/lib/auth/roles";

type TurnedAwayProps = { role: AccountRole; needed: string | string[] | undefined };

/** Says why a page was not opened; renders nothing if no page was refused, or if the role is sufficient by now. */
export function TurnedAway({ role, needed }: TurnedAwayProps) {
  const group = consoleRoles.find((one) => one === needed);
  if (!group || isEnough(role, group)) return null;
  return (
    <p role="status" className="mt-4 flex gap-2.5 rounded-2xl border border-line bg-card p-4 text-sm">
      <Lock aria-hidden="true" className="mt-0.5 size-4 text-board" />
      That page is for {roleGroups[group]}. You are {withArticle[role]}.
    </p>
  );
}
