"use client";

import { lazy, Suspense } from "react";
import { useSignedIn } from "@/components/auth/session.client";
import { PleaseSignIn } from "./please-sign-in";
import { ProfileSkeleton } from "./profile-skeleton";

// Visitors load none of it.
const SignedInProfile = lazy(() =>
  import("./signed-in-profile.client").then(({ SignedInProfile }) => ({ default: SignedInProfile })),
);

/** The learner's profile, or for visitors where to sign in. */
export function Profile() {
  if (!useSignedIn()) {
    return (
      <div className="in-data-signed-in:invisible">
        <PleaseSignIn />
      </div>
    );
  }
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <SignedInProfile />
    </Suspense>
  );
}
