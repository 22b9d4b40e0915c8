"use client";

import { LogOut, UserRound } from "lucide-react";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu.client";
import { initialOf } from "@/lib/auth/types";
import { routes } from "@/lib/routes";
import { EditLink } from "./edit-link.client";
import { useSignOut } from "./use-sign-out.client";
import { useViewerQuery } from "./use-viewer.client";
import { UserMenuPlaceholder } from "./user-menu-placeholder";

export function UserMenu() {
  const { data: viewer, error } = useViewerQuery();
  const { signOut, question } = useSignOut();
  // The button comes with the name: it would move if the name came later.
  if (!viewer && !error) return <UserMenuPlaceholder />;
  const name = viewer?.name ?? "";
  return (
    <>
      <EditLink viewer={viewer} />
      <Menu
        trigger={
          <>
            <span className="sr-only">{name ? "Account of " : "Account"}</span>
            <span className="max-w-[min(8rem,17vw)] truncate text-sm font-semibold max-sm:sr-only">
              {name}
            </span>
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-board font-semibold text-board-ink forced-colors:border"
            >
              {name ? initialOf(name) : <UserRound className="size-5" />}
            </span>
          </>
        }
      >
        {viewer ? (
          <MenuLabel>
            <span className="block font-semibold sm:hidden">{viewer.name}</span>
            <span className="block text-quiet">{viewer.email}</span>
          </MenuLabel>
        ) : null}
        <MenuItem asChild>
          <a href={routes.profile()}>
            <UserRound aria-hidden="true" className="size-4" />
            Profile
          </a>
        </MenuItem>
        <MenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden="true" className="size-4" />
          Sign Out
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}
