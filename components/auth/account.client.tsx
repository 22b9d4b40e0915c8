"use client";

import Link from "next/link";
import { lazy, Suspense } from "react";
import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";
import { useSignedIn } from "./session.client";

// A visitor's page loads nothing of it.
const UserMenu = lazy(() => import("./user-menu.client").then(({ UserMenu }) => ({ default: UserMenu })));

/** The corner of the header that is somebody's: signing in, or her menu. */
export function Account() {
  const isSignedIn = useSignedIn();
  if (isSignedIn) {
    return (
      <Suspense fallback={<span className="block size-11 rounded-full bg-well" />}>
        <UserMenu />
      </Suspense>
    );
  }
  return (
    <Link
      href={routes.signIn()}
      prefetch={false}
      className={buttonClasses("solid", "whitespace-nowrap in-data-signed-in:invisible")}
    >
      Sign In
    </Link>
  );
}
