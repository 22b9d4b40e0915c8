"use client";

import { type ReactNode, Suspense } from "react";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { headerHeight, ProfileHeader } from "./profile-header";
import { ProfileNavigation, type ProfileSection } from "./profile-navigation";
import { ProfileSkeleton, skeletonBar } from "./profile-skeleton";

type ProfileFrameProps = { section: ProfileSection; children: ReactNode };

/**
 * What all sections of a signed-in user's profile share: the header, and the navigation, whose links stay the same
 * elements while a section loads. A press or the focus would be lost with a link that is replaced.
 */
export function ProfileFrame({ section, children }: ProfileFrameProps) {
  const { data: viewer, error } = useViewerQuery();
  const bar = error ? null : (
    <span aria-hidden="true" className={`${skeletonBar} ${headerHeight} w-72 max-w-full`} />
  );
  return (
    <div className="shell flex min-h-dvh flex-col gap-8 py-8">
      {viewer ? <ProfileHeader viewer={viewer} /> : bar}
      <ProfileNavigation current={section} />
      <Suspense fallback={<ProfileSkeleton />}>{children}</Suspense>
    </div>
  );
}
