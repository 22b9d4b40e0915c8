import type { Metadata } from "next";
import { AccountPage } from "@/components/profile/profile.client";
import { isMailSent } from "@/lib/env";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Account", robots: { index: false } };

export default function Page() {
  return <AccountPage isMailSent={isMailSent()} />;
}
