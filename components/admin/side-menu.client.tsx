"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { LogoMark } from "@/components/site/logo";
import { classNames } from "@/components/ui/class-names";
import { Tooltip } from "@/components/ui/tooltip.client";
import type { AccountRole } from "@/lib/auth/roles";
import { routes } from "@/lib/routes";
import { ConsoleLink } from "./console-navigation.client";
import { dashboardEntry, type MenuEntry, menuGroupsOf } from "./menu-entries";

type SideMenuProps = {
  role: AccountRole;
  /** Shows icons only; screen readers and tooltips still give the names. Only the width changes. */
  isCollapsed?: boolean;
  onNavigate?: () => void;
};

/** The navigation menu of the console. */
export function SideMenu({ role, isCollapsed = false, onNavigate }: SideMenuProps) {
  const id = useId();
  const link = (entry: MenuEntry) => (
    <li key={entry.label}>
      <EntryLink entry={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
    </li>
  );
  return (
    <>
      <Link
        href={routes.home()}
        prefetch={false}
        aria-label="Lectern, home"
        className="mx-0.5 flex h-16 shrink-0 overflow-hidden items-center gap-2 rounded-md px-1.5 font-serif text-xl font-semibold tracking-tight"
      >
        <LogoMark className="size-8" />
        <span className={isCollapsed ? "sr-only" : undefined}>Lectern</span>
      </Link>
      <div
        className={classNames(
          "flex flex-1 flex-col overflow-x-hidden overflow-y-auto pt-2",
          padding(isCollapsed),
        )}
      >
        <ul>{link(dashboardEntry)}</ul>
        {menuGroupsOf(role).map(({ title, entries }) => (
          <div key={title}>
            <p
              id={`${id}${title}`}
              className="mt-2 flex h-9 items-center px-1.5 text-xs font-semibold tracking-wide text-quiet"
            >
              {isCollapsed ? <span className="block w-8 border-t border-line" /> : null}
              <span className={isCollapsed ? "sr-only" : undefined}>{title}</span>
            </p>
            <ul aria-labelledby={`${id}${title}`} className="flex flex-col gap-0.5">
              {entries.map(link)}
            </ul>
          </div>
        ))}
        <div className="mt-auto pt-6 pb-3">
          <Tooltip text="Back to site" isOff={!isCollapsed}>
            <Link href={routes.home()} prefetch={false} className={entryClasses(isCollapsed, false)}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              <span className={isCollapsed ? "sr-only" : undefined}>Back to site</span>
            </Link>
          </Tooltip>
        </div>
      </div>
    </>
  );
}

/** Keeps the icons 14 pixels from the left edge in both states. */
const padding = (isCollapsed: boolean) => (isCollapsed ? "px-0.5" : "px-2");

function entryClasses(isCollapsed: boolean, isCurrent: boolean): string {
  return classNames(
    "flex min-h-11 items-center gap-3 rounded-lg text-sm font-medium -outline-offset-2",
    isCollapsed ? "px-3" : "px-1.5",
    isCurrent ? "bg-board-soft text-board" : "hover:bg-well",
  );
}

type EntryLinkProps = Pick<SideMenuProps, "onNavigate"> & { entry: MenuEntry; isCollapsed: boolean };

function EntryLink({ entry: { label, href, Icon }, isCollapsed, onNavigate }: EntryLinkProps) {
  const pathname = usePathname();
  const isCurrent = pathname === href;
  // A page below an entry's path belongs to that entry, except for the dashboard: every page is below its path.
  const isWithin = href !== dashboardEntry.href && pathname.startsWith(`${href}/`);
  return (
    <Tooltip text={label} isOff={!isCollapsed}>
      <ConsoleLink
        href={href}
        onNavigate={onNavigate}
        aria-current={isCurrent ? "page" : isWithin ? "true" : undefined}
        className={entryClasses(isCollapsed, isCurrent || isWithin)}
      >
        <Icon aria-hidden="true" className="size-5" />
        <span className={isCollapsed ? "sr-only" : "truncate"}>{label}</span>
      </ConsoleLink>
    </Tooltip>
  );
}
