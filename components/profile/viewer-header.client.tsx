"use client";

import { useViewer } from "@/components/auth/use-viewer.client";
import { headerHeight, ProfileHeader } from "./profile-header";

/** The profile's header on a page that is the same for everyone: only the browser knows who is signed in. */
export function ViewerHeader() {
  const viewer = useViewer();
  return (
    <div className={`mb-8 print:hidden ${headerHeight}`}>
      {viewer ? <ProfileHeader viewer={viewer} isAside /> : null}
    </div>
  );
}
