"use client";

import type { ReactNode } from "react";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { buttonClasses } from "@/components/ui/button";
import { TryAgain } from "@/components/ui/try-again.client";
import type { Viewer } from "@/lib/auth/types";
import { AdminConsoleLink } from "./profile-header";
import { ProfileSkeleton } from "./profile-skeleton";

type ProfileContentProps<Data> = {
  /** The SWR response with the data that the section shows. */
  reading: { data?: Data; error?: unknown; mutate: () => Promise<unknown> };
  children: (data: Data, viewer: Viewer) => ReactNode;
};

/** What a section of a signed-in user's profile shows below the navigation. */
export function ProfileContent<Data>({ reading, children }: ProfileContentProps<Data>) {
  const viewing = useViewerQuery();
  const { data } = reading;
  const viewer = viewing.data;
  const failed = [viewing, reading].filter(({ data, error }) => error && !data);
  if (failed.length > 0) {
    const Heading = viewer ? "h2" : "h1";
    return (
      <section role="alert" className="py-16 text-center">
        <Heading className="font-serif text-2xl font-semibold text-balance">
          Your profile could not be loaded
        </Heading>
        <TryAgain
          look={buttonClasses("solid", "mt-6")}
          onPress={() => failed.forEach(({ mutate }) => void mutate())}
        />
      </section>
    );
  }
  if (!viewer || !data) return <ProfileSkeleton />;
  return (
    <>
      {/* Beside the header a narrow screen has no room for it, and above the navigation it would move that. */}
      {viewer.role !== "user" ? <AdminConsoleLink className="self-start sm:hidden" /> : null}
      {children(data, viewer)}
    </>
  );
}
