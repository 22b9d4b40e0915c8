import { Eye } from "lucide-react";
import { type AccountRole, isEnough } from "@/lib/auth/roles";

/** Tells viewers why a page has no controls for editing; renders nothing for other roles. */
export function ReadOnly({ role }: { role: AccountRole }) {
  if (isEnough(role, "editor")) return null;
  return (
    <p className="mt-4 flex gap-2.5 rounded-2xl border border-line bg-card p-4 text-sm">
      <Eye aria-hidden="true" className="mt-0.5 size-4 text-board" />
      Your role is viewer: you see everything on this page, and change nothing. An administrator can make you
      an editor.
    </p>
  );
}
