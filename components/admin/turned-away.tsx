import { Lock } from "lucide-react";
import { roleGroups, withArticle } from "@/lib/admin/roles";
import { type AccountRole, consoleRoles, isEnough } from "@/lib/auth/roles";

type TurnedAwayProps = {
  role: AccountRole;
  /** The query parameter `needs`, which `requireRole` sets. */
  needed: string | string[] | undefined;
};

/** Says why a page was not opened; renders nothing if no page was refused, or if the role is sufficient by now. */
export function TurnedAway({ role, needed }: TurnedAwayProps) {
  const neededRole = consoleRoles.find((one) => one === needed);
  if (!neededRole || isEnough(role, neededRole)) return null;
  return (
    <p role="alert" className="mt-4 flex gap-2.5 rounded-2xl border border-line bg-card p-4 text-sm">
      <Lock aria-hidden="true" className="mt-0.5 size-4 text-board" />
      That page is for {roleGroups[neededRole]}. You are {withArticle[role]}.
    </p>
  );
}
