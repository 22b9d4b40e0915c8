import type { Metadata } from "next";
import { ConfirmCard } from "@/components/auth/confirm-card.client";
import { NoScriptNote } from "@/components/ui/no-script";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Your link", robots: { index: false } };

export default function ConfirmPage() {
  return (
    <>
      <div className="needs-script">
        <ConfirmCard />
      </div>
      <NoScriptNote>Opening this link needs JavaScript.</NoScriptNote>
    </>
  );
}
