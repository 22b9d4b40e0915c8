"use client";

import { type ReactNode, Suspense } from "react";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { classNames } from "@/components/ui/class-names";
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
  return (
    <div className="shell flex min-h-dvh flex-col gap-8 py-8">
      {viewer ? (
        <ProfileHeader viewer={viewer} />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(headerHeight, !error && `${skeletonBar} w-72 max-w-full`)}
        />
      )}
      <ProfileNavigation current={section} />
      <Suspense fallback={<ProfileSkeleton />}>{children}</Suspense>
    </div>
  );
}
