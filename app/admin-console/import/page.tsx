import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { Announcer } from "@/components/admin/import/activity-view.client";
import { FileHelp } from "@/components/admin/import/file-help";
import { ImportHistory } from "@/components/admin/import/import-history.client";
import { LargeFile } from "@/components/admin/import/large-file.client";
import { PresetFiles } from "@/components/admin/import/preset-files.client";
import { ListPager } from "@/components/admin/list-pager";
import { LowDisk } from "@/components/admin/low-disk";
import { ReadOnly } from "@/components/admin/read-only";
import { parsePage } from "@/lib/admin/paging";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { JOBS_PER_PAGE, listImportJobs } from "@/lib/lecture-import/jobs.server";
import { findLowDisk } from "@/lib/low-disk.server";

export const generateMetadata = adminMetadata("Import Data");

export default async function ImportPage({ searchParams }: PageProps<"/admin-console/import">) {
  const { client, viewer } = await requireRole("viewer");
  const page = parsePage((await searchParams).page);
  const canEdit = isEnough(viewer.role, "editor");
  const { openJob, ...history } = await listImportJobs(client, { page });
  const pageCount = Math.max(1, Math.ceil(history.total / JOBS_PER_PAGE));
  if (page > pageCount) redirect(adminRoutes.import(pageCount));
  return (
    <ConsolePage title="Import Data">
      <LowDisk disk={await findLowDisk()} />
      <ReadOnly role={viewer.role} />
      <div className="@container mt-6 flex flex-col gap-6">
        {canEdit ? (
          <div className="grid grid-cols-1 gap-6 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <LargeFile openJob={openJob} help={<FileHelp />} />
            <PresetFiles />
          </div>
        ) : null}
        <ImportHistory page={page} initial={history} canEdit={canEdit} />
      </div>
      <ListPager page={page} pageCount={pageCount} hrefOf={adminRoutes.import} />
      <Announcer />
    </ConsolePage>
  );
}
