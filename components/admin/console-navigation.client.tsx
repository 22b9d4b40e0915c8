"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, use, useState, useTransition } from "react";
import { classNames } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/spinner";
import { useDelayed } from "@/components/ui/use-delayed.client";

type Waiting = "no" | "for another page" | "for other rows";

const NavigationContext = createContext<{ go: (href: Route) => void; waiting: Waiting }>({
  go: () => {},
  waiting: "no",
});

const pathOf = (href: string) => href.split("?")[0];

/** Navigates to a page of the console. The previous page stays until the server has checked the role. */
export const useGo = () => use(NavigationContext).go;

/**
 * Tracks whether a page is loading. A `loading.tsx` could do this too, but content that streams in after it is
 * invisible without JavaScript, and a redirect after it is no longer an HTTP redirect.
 */
export function ConsoleNavigation({ children }: { children: ReactNode }) {
  const router = useRouter();
  const pathname = usePathname();
  const [isPending, startTransition] = useTransition();
  const [target, setTarget] = useState<string>();

  function go(href: Route) {
    setTarget(pathOf(href));
    startTransition(() => router.push(href));
  }

  const waiting = !isPending ? "no" : target === pathname ? "for other rows" : "for another page";
  return <NavigationContext value={{ go, waiting }}>{children}</NavigationContext>;
}

type ConsoleLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: Route };

/** A link to a page of the console. */
export function ConsoleLink({ href, onNavigate, ...link }: ConsoleLinkProps) {
  const go = useGo();
  return (
    <Link
      {...link}
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        onNavigate?.(event);
        event.preventDefault();
        go(href);
      }}
    />
  );
}

/** The current page, or a spinner while the server prepares another one. */
export function ConsoleMain({ children }: { children: ReactNode }) {
  const { waiting } = use(NavigationContext);
  const isLeaving = useDelayed(waiting === "for another page");
  const isStale = useDelayed(waiting === "for other rows");
  return (
    <main id="content" aria-busy={isLeaving || isStale} className="flex-1">
      {isLeaving ? <Spinner label="Loading" /> : null}
      <div
        hidden={isLeaving}
        className={classNames("shell py-8 transition-opacity", isStale && "opacity-50")}
      >
        {children}
      </div>
    </main>
  );
}
