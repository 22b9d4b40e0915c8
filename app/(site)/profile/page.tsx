import type { Metadata } from "next";
import { Suspense } from "react";
import { Profile } from "@/components/profile/profile.client";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Profile", robots: { index: false } };

export default function ProfilePage() {
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <Profile />
    </Suspense>
  );
}
