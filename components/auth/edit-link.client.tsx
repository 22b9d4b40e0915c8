"use client";

import { Pencil } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { adminRoutes } from "@/lib/admin/routes";
import { isEnough } from "@/lib/auth/roles";
import type { Viewer } from "@/lib/auth/types";
import { isCataloguePath } from "@/lib/routes";

/** For editors, on pages of the catalogue: a link to the console page that edits what is shown. */
export function EditLink({ viewer }: { viewer: Viewer | undefined }) {
  const path = usePathname();
  if (!viewer || !isEnough(viewer.role, "editor") || !isCataloguePath(path)) return null;
  return <LinkToEditor path={path} />;
}

/** Apart, because a page that is rendered for everyone must not read its query. */
function LinkToEditor({ path }: { path: string }) {
  const query = useSearchParams().toString();
  return (
    <a
      href={adminRoutes.edit(query ? `${path}?${query}` : path)}
      rel="external"
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-semibold text-quiet hover:text-board"
    >
      <Pencil aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">Edit</span>
    </a>
  );
}
