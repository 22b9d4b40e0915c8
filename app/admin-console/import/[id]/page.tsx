import { notFound } from "next/navigation";
import { z } from "zod";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { CheckReport } from "@/components/admin/import/report/check-report";
import { FollowedJob } from "@/components/admin/import/report/followed-job.client";
import { ImportResult } from "@/components/admin/import/report/import-result";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { isOpen, jobTitle } from "@/lib/lecture-import/job";
import type { ImportReport } from "@/lib/lecture-import/report";
import { getImportReport } from "@/lib/lecture-import/report.server";

export const generateMetadata = adminMetadata("Import");

export default async function ImportReportPage({ params }: PageProps<"/admin-console/import/[id]">) {
  const { client, viewer } = await requireRole("viewer");
  const canEdit = isEnough(viewer.role, "editor");
  const id = z.uuid().safeParse((await params).id);
  const report = id.success ? await getImportReport(client, id.data) : null;
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
        <Report report={report} canEdit={canEdit} />
      </div>
    </ConsolePage>
  );
}

function Report({ report, canEdit }: { report: ImportReport; canEdit: boolean }) {
  if (isOpen(report.job)) return <FollowedJob initial={report.job} canCancel={canEdit} />;
  const isChecked = report.job.mode === "check" && report.job.status === "completed";
  return isChecked ? (
    <CheckReport report={report} canEdit={canEdit} />
  ) : (
    <ImportResult report={report} canEdit={canEdit} />
  );
}
