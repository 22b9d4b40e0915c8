"use client";

import { lazy, Suspense } from "react";
import { useSignedIn } from "@/components/api/session.client";
import { PleaseSignIn } from "./please-sign-in";
import { ProfileSkeleton } from "./profile-skeleton";

// Not loaded for visitors.
const SignedInProfile = lazy(() =>
  import("./signed-in-profile.client").then(({ SignedInProfile }) => ({ default: SignedInProfile })),
);

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
