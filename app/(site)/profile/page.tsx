import type { Metadata } from "next";
import { ProfilePage } from "@/components/profile/profile.client";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Profile", robots: { index: false } };

export default function Page() {
  return <ProfilePage />;
}
