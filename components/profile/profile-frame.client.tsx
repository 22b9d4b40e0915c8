"use client";

import type { ReactNode } from "react";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { buttonClasses } from "@/components/ui/button";
import { TryAgain } from "@/components/ui/try-again.client";
import type { Viewer } from "@/lib/auth/types";
import { AdminConsoleLink, ProfileHeader } from "./profile-header";
import { ProfileNavigation, type ProfileSection } from "./profile-navigation";
import { ProfileSkeleton } from "./profile-skeleton";

type ProfileFrameProps<Data> = {
  section: ProfileSection;
  /** The SWR response with the data that the section shows. */
  reading: { data?: Data; error?: unknown; mutate: () => Promise<unknown> };
  children: (data: Data, viewer: Viewer) => ReactNode;
};

/** A section of a signed-in user's profile, below the header and navigation that all sections share. */
export function ProfileFrame<Data>({ section, reading, children }: ProfileFrameProps<Data>) {
  const viewing = useViewerQuery();
  const failed = [viewing, reading].filter(({ data, error }) => error && !data);
  if (failed.length > 0)
    return <ProfileFailure onRetry={() => failed.forEach(({ mutate }) => void mutate())} />;
  const { data } = reading;
  const viewer = viewing.data;
  if (!viewer || !data) return <ProfileSkeleton section={section} />;
  return (
    <div className="shell flex min-h-dvh flex-col gap-8 py-8">
      <ProfileHeader viewer={viewer} />
      <ProfileNavigation current={section} />
      {/* Beside the header a narrow screen has no room for it, and above the sections it would move them. */}
      {viewer.role !== "user" ? <AdminConsoleLink className="self-start sm:hidden" /> : null}
      {children(data, viewer)}
    </div>
  );
}

function ProfileFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <section role="alert" className="shell py-24 text-center">
      <h1 className="font-serif text-2xl font-semibold text-balance">Your profile could not be loaded</h1>
      <TryAgain look={buttonClasses("solid", "mt-6")} onPress={onRetry} />
    </section>
  );
}
