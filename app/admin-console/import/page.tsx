import { ConsolePage } from "@/components/admin/console-page";
import { Announcer } from "@/components/admin/import/announcer.client";
import { HistoryPager } from "@/components/admin/import/history-pager";
import { ImportHistory } from "@/components/admin/import/import-history.client";
import { LargeFile } from "@/components/admin/import/large-file.client";
import { PresetFiles } from "@/components/admin/import/preset-files.client";
import { adminMetadata, requireAdmin } from "@/lib/auth/admin.server";
import { findOpenImportJob, JOBS_PER_PAGE, listImportJobs } from "@/lib/csv-import/jobs.server";

export const generateMetadata = adminMetadata("Import Data");

export default async function ImportPage({ searchParams }: PageProps<"/admin-console/import">) {
  const { client } = await requireAdmin();
  const page = parsePage((await searchParams).page);
  const [openJob, history] = await Promise.all([findOpenImportJob(client), listImportJobs(client, { page })]);
  return (
    <ConsolePage title="Import Data">
      <div className="@container mt-6 flex flex-col gap-6">
        <div className="grid grid-cols-1 gap-6 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <LargeFile openJob={openJob} />
          <PresetFiles />
        </div>
        <div>
          <ImportHistory page={page} initial={history} />
          <HistoryPager page={page} pageCount={Math.ceil(history.total / JOBS_PER_PAGE)} />
        </div>
        <Announcer />
      </div>
    </ConsolePage>
  );
}

/** The page of the history that an address asks for; the first where it asks for none that there can be. */
function parsePage(value: string | string[] | undefined): number {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
