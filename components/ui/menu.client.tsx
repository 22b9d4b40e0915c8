"use client";

import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

type MenuProps = {
  trigger: ReactNode;
  /** Whether the trigger is an icon alone. */
  isIcon?: boolean;
  children: ReactNode;
};

export function Menu({ trigger, isIcon = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={classNames(
          "flex min-h-11 min-w-11 items-center gap-2 rounded-full p-1 hover:bg-well",
          isIcon ? "justify-center" : "sm:pl-3",
        )}
      >
        {trigger}
      </DropdownMenu.Trigger>
      {/* Without a portal, so that the menu is in the same landmark as its button. */}
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        className="z-40 max-w-[min(20rem,calc(100vw-1rem))] min-w-[min(11rem,calc(100vw-1rem))] rounded-xl border border-line bg-card p-1.5 shadow-lg"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** What the menu is about, above its items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5 text-sm">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuItem(props: ComponentProps<typeof DropdownMenu.Item>) {
  return (
    <DropdownMenu.Item
      {...props}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm font-medium outline-board -outline-offset-2 data-highlighted:bg-well data-highlighted:outline-2"
    />
  );
}
