import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { CheckReport } from "@/components/admin/import/report/check-report";
import { FollowedJob } from "@/components/admin/import/report/followed-job.client";
import { ImportResult } from "@/components/admin/import/report/import-result";
import { KeptFocus } from "@/components/admin/kept-focus.client";
import { PAGE_NOT_FOUND } from "@/components/site/page-not-found";
import { adminRoutes } from "@/lib/admin/routes";
import { consoleMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { isOpen, jobTitle } from "@/lib/lecture-import/job";
import type { ImportReport } from "@/lib/lecture-import/report";
import { getImportReport } from "@/lib/lecture-import/report.server";
import type { Client } from "@/lib/supabase/client";

type Props = PageProps<"/admin-console/import/[id]">;

export const generateMetadata = consoleMetadata<Props>(async ({ client }, { params }) => {
  const report = await findReport(client, (await params).id);
  return { title: report ? jobTitle(report.job) : PAGE_NOT_FOUND };
});

export default async function ImportReportPage({ params }: Props) {
  const { client, viewer } = await requireRole("viewer");
  const canEdit = isEnough(viewer.role, "editor");
  const report = await findReport(client, (await params).id);
  if (!report) notFound();
  const isEdit = report.job.mode === "edit" || report.undoOf?.mode === "edit";
  return (
    <ConsolePage title={jobTitle(report.job)}>
      {isEdit ? (
        <BackLink href={adminRoutes.courses()}>Courses and corrections</BackLink>
      ) : (
        <BackLink href={adminRoutes.import()}>All imports</BackLink>
      )}
      <div className="@container mt-2">
        <KeptFocus>
          <Report report={report} canEdit={canEdit} />
        </KeptFocus>
      </div>
    </ConsolePage>
  );
}

/** Read once for the page and its title. */
const findReport = cache((client: Client, id: string) =>
  z.uuid().safeParse(id).success ? getImportReport(client, id) : null,
);

function Report({ report, canEdit }: { report: ImportReport; canEdit: boolean }) {
  if (isOpen(report.job)) return <FollowedJob initial={report.job} canCancel={canEdit} />;
  const isChecked = report.job.mode === "check" && report.job.status === "completed";
  return isChecked ? (
    <CheckReport report={report} canEdit={canEdit} />
  ) : (
    <ImportResult report={report} canEdit={canEdit} />
  );
}
