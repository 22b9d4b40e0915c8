"use client";

import type { Route } from "next";
import { lazy, type ReactNode } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { routes } from "@/lib/routes";
import { PleaseSignIn } from "./please-sign-in";
import { ProfileFrame } from "./profile-frame.client";
import type { ProfileSection } from "./profile-navigation";

// Not loaded for visitors.
const Learning = lazy(() =>
  loadWithRetry(() => import("./learning.client").then(({ Learning }) => ({ default: Learning }))),
);
const Account = lazy(() =>
  loadWithRetry(() => import("./account.client").then(({ Account }) => ({ default: Account }))),
);

export function ProfilePage() {
  return (
    <SignedIn section="learning" next={routes.profile()}>
      <Learning />
    </SignedIn>
  );
}

export function AccountPage(props: { isMailSent: boolean }) {
  return (
    <SignedIn section="account" next={routes.account()}>
      <Account {...props} />
    </SignedIn>
  );
}

type SignedInProps = { section: ProfileSection; next: Route; children: ReactNode };

function SignedIn({ section, next, children }: SignedInProps) {
  if (!useSignedIn()) {
    return (
      <div className="in-data-signed-in:invisible in-data-signed-in:min-h-dvh">
        <PleaseSignIn next={next} />
      </div>
    );
  }
  return <ProfileFrame section={section}>{children}</ProfileFrame>;
}
