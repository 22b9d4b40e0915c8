import type { Metadata } from "next";
import { Suspense } from "react";
import { ProfilePage } from "@/components/profile/profile.client";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Profile", robots: { index: false } };

export default function Page() {
  return (
    <Suspense fallback={<ProfileSkeleton section="learning" />}>
      <ProfilePage />
    </Suspense>
  );
}
