"use client";

import { Menu, PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { SWRConfig } from "swr";
import { personalKey, setAccount } from "@/components/api/session.client";
import { Account } from "@/components/auth/account.client";
import { VIEWER_PATH } from "@/components/auth/use-viewer.client";
import { classNames } from "@/components/ui/class-names";
import { Drawer } from "@/components/ui/drawer.client";
import { SkipLink } from "@/components/ui/skip-link";
import type { MenuState } from "@/lib/admin/menu-state";
import type { Viewer } from "@/lib/auth/types";
import { ConsoleMain, ConsoleNavigation } from "./console-navigation.client";
import { SideMenu } from "./side-menu.client";
import { isWide, useDrawer } from "./use-drawer.client";
import { useLeaveOnSignOut } from "./use-leave-on-sign-out.client";
import { useMenuShortcut } from "./use-menu-shortcut.client";
import { useSideMenu } from "./use-side-menu.client";

const iconButton = "grid size-11 shrink-0 place-items-center rounded-lg hover:bg-well";

type AdminShellProps = { viewer: Viewer; initialMenu: MenuState; children: ReactNode };

/** The frame around the pages of the console: side menu or drawer, header, page. */
export function AdminShell({ viewer, initialMenu, children }: AdminShellProps) {
  const { isCollapsed, toggle } = useSideMenu(initialMenu);
  const { isOpen, setIsOpen } = useDrawer();
  const drawerButton = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  // The key of the session that the page was rendered for, not of a later one.
  const [viewerKey] = useState(() => personalKey(VIEWER_PATH));
  useEffect(() => setAccount(viewerKey, viewer.id), [viewerKey, viewer.id]);
  useMenuShortcut(() => (isWide() ? toggle() : setIsOpen(!isOpen)));
  useLeaveOnSignOut();

  return (
    <ConsoleNavigation>
      <SkipLink />
      <div className="flex min-h-dvh">
        <nav
          id={menuId}
          aria-label="Admin Console"
          className={classNames(
            "sticky top-0 z-30 hidden h-dvh shrink-0 flex-col bg-card transition-[width] duration-200 ease-out md:not-print:flex",
            isCollapsed ? "w-12" : "w-64",
          )}
        >
          <SideMenu role={viewer.role} isCollapsed={isCollapsed} />
        </nav>
        <Drawer title="Menu" isOpen={isOpen} onClose={() => setIsOpen(false)} opener={drawerButton}>
          <nav aria-label="Admin Console" className="flex flex-1 flex-col">
            <SideMenu role={viewer.role} onNavigate={() => setIsOpen(false)} />
          </nav>
        </Drawer>
        <div className="flex min-w-0 flex-1 flex-col border-line md:border-l">
          <header className="print:hidden sticky short:static top-0 z-20 flex h-16 items-center gap-2 border-b border-line bg-paper/95 px-2 backdrop-blur-sm sm:gap-3 sm:px-4">
            <button
              ref={drawerButton}
              type="button"
              aria-label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={() => setIsOpen(true)}
              className={classNames(iconButton, "md:hidden")}
            >
              <Menu aria-hidden="true" className="size-5" />
            </button>
            <button
              type="button"
              aria-label="Side menu"
              aria-controls={menuId}
              aria-expanded={!isCollapsed}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={toggle}
              className={classNames(iconButton, "max-md:hidden")}
            >
              <PanelLeft aria-hidden="true" className="size-5" />
            </button>
            <p className="font-serif text-[min(1.25rem,6.5vw)] leading-tight font-semibold tracking-tight wrap-normal">
              Admin Console
            </p>
            {/* As wide as there is room: its left edge stays when the name arrives. */}
            <nav aria-label="Account" className="flex flex-1 justify-end">
              {/* The server already knows who is signed in, so the browser sends no request for it. */}
              <SWRConfig value={{ fallback: { [viewerKey]: viewer } }}>
                <Account />
              </SWRConfig>
            </nav>
          </header>
          <ConsoleMain>{children}</ConsoleMain>
        </div>
      </div>
    </ConsoleNavigation>
  );
}
