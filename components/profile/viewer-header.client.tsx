"use client";

import { useViewer } from "@/components/auth/use-viewer.client";
import { ProfileHeader } from "./profile-header";

/** The profile's header on a page that is the same for everyone: only the browser knows who is signed in. */
export function ViewerHeader() {
  const viewer = useViewer();
  return (
    <div className="mb-8 min-h-16 print:hidden">
      {viewer ? <ProfileHeader viewer={viewer} isAside /> : null}
    </div>
  );
}
