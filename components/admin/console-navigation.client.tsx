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

/** Goes to a page of the console. The previous page stays until the server has checked the role. */
export const useGo = () => use(NavigationContext).go;

/**
 * Knows that a page is on its way. A `loading.tsx` would do that too, but what streams in behind one
 * is invisible without JavaScript, and a redirect behind one is no redirect any more.
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

/** The page; a spinner while the server checks and reads for another one. */
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
