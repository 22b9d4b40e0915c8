import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { z } from "zod";
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
      <Link
        prefetch={false}
        href={isEdit ? adminRoutes.courses() : adminRoutes.import()}
        className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-board hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {isEdit ? "Courses and corrections" : "All imports"}
      </Link>
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
