import type { Metadata } from "next";
import { ConfirmCard } from "@/components/auth/confirm-card.client";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Your link", robots: { index: false } };

export default function ConfirmPage() {
  return (
    <>
      <ConfirmCard />
      <noscript>
        <p className="text-sm text-quiet">Opening this link needs JavaScript.</p>
      </noscript>
    </>
  );
}
