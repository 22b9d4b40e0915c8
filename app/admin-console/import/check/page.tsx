import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { CheckFile } from "@/components/admin/import/check/check-file.client";
import { RecentChecks } from "@/components/admin/import/check/recent-checks";
import { FileHelp } from "@/components/admin/import/file-help";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { listRememberedColumns } from "@/lib/lecture-import/remembered-columns.server";
import { listRecentChecks } from "@/lib/lecture-import/report.server";

export const generateMetadata = adminMetadata("Check a file", "editor");

export default async function CheckFilePage() {
  const { client, viewer } = await requireRole("editor");
  const [checks, remembered] = await Promise.all([listRecentChecks(client), listRememberedColumns(client)]);
  return (
    <ConsolePage title="Check a file">
      <BackLink href={adminRoutes.import()}>All imports</BackLink>
      <p className="mt-1 max-w-3xl text-pretty text-quiet">
        See what a file would add and change before anything is imported. You choose the file, say what its
        columns are, and decide once you have seen the result.
      </p>
      <div className="@container mt-6 grid gap-6">
        <CheckFile remembered={remembered} userId={viewer.id} />
        <FileHelp />
        <RecentChecks checks={checks} />
      </div>
    </ConsolePage>
  );
}
