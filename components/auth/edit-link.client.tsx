"use client";

import { Pencil } from "lucide-react";
import { usePathname } from "next/navigation";
import { isEnough } from "@/lib/auth/roles";
import type { Viewer } from "@/lib/auth/types";

/** Pages of the catalogue whose content can be edited. */
const EDITABLE = /^\/(course\/|courses\/|subjects|search|$)/;

/** For editors, on pages of the catalogue: a link to the console page that edits what is shown. */
export function EditLink({ viewer }: { viewer: Viewer | undefined }) {
  const path = usePathname();
  if (!viewer || !isEnough(viewer.role, "editor") || !EDITABLE.test(path)) return null;
  return (
    <a
      href={`/api/edit?at=${encodeURIComponent(path)}`}
      rel="external"
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg px-3 text-sm font-semibold text-quiet hover:text-board"
    >
      <Pencil aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">Edit</span>
    </a>
  );
}
