import type { Metadata } from "next";
import { MyNotes } from "@/components/notes/my-notes.client";
import { ProfileNavigation } from "@/components/profile/profile-navigation";
import { ViewerHeader } from "@/components/profile/viewer-header.client";
import { NoScriptNote } from "@/components/ui/no-script";

export const dynamic = "force-static";

export const metadata: Metadata = { title: "Notes", robots: { index: false } };

export default function Page() {
  return (
    // The notes come later: until then, and with few of them, the footer stays below the screen and does not move.
    <div className="shell min-h-dvh py-8">
      <div className="mb-6 hidden in-data-signed-in:block">
        <ViewerHeader />
        <ProfileNavigation current="notes" />
      </div>
      <h1 className="font-serif text-3xl font-semibold tracking-tight">Notes</h1>
      <NoScriptNote>Notes need JavaScript.</NoScriptNote>
      <MyNotes />
    </div>
  );
}
