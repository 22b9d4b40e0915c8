import { ConsolePage } from "@/components/admin/console-page";
import { IncompleteCourses } from "@/components/admin/dashboard/incomplete-courses";
import { MissedSearches } from "@/components/admin/dashboard/missed-searches";
import { RecentImports } from "@/components/admin/dashboard/recent-imports";
import { WeeklyCounts } from "@/components/admin/dashboard/weekly-counts.client";
import { DatabaseInformation } from "@/components/admin/database-information";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { FailingVideos } from "@/components/admin/failing-videos";
import { LowDisk } from "@/components/admin/low-disk";
import { StatCards } from "@/components/admin/stat-cards";
import { TurnedAway } from "@/components/admin/turned-away";
import { getDashboard } from "@/lib/admin/queries.server";
import { withCurrentTotals } from "@/lib/admin/weeks";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { findLowDisk } from "@/lib/low-disk.server";

// A layout's title template applies to the pages of its child segments, not to the page of its own segment.
export const generateMetadata = adminMetadata("Dashboard | Admin Console");

export default async function DashboardPage({ searchParams }: PageProps<"/admin-console">) {
  const { client, viewer } = await requireRole("viewer");
  const { counts, weeks, imports, courses, missedSearches } = await getDashboard(client);
  return (
    <ConsolePage title="Dashboard">
      <TurnedAway role={viewer.role} needed={(await searchParams).needs} />
      <LowDisk disk={await findLowDisk()} />
      <StatCards counts={counts} role={viewer.role} />
      {counts.lectures === 0 ? <EmptyCatalogue role={viewer.role} /> : null}
      <div className="@container mt-4 grid grid-cols-1 gap-4">
        <WeeklyCounts counted={withCurrentTotals(weeks, counts, Date.now())} />
        <div className="grid grid-cols-1 items-start gap-4 @4xl:grid-cols-2">
          <div className="grid grid-cols-1 gap-4">
            <RecentImports imports={imports} />
            <MissedSearches searches={missedSearches} />
            <DatabaseInformation records={counts.lectures + counts.hiddenLectures} />
          </div>
          <div className="grid grid-cols-1 gap-4">
            <FailingVideos count={counts.failingVideos} />
            <IncompleteCourses courses={courses} />
          </div>
        </div>
      </div>
    </ConsolePage>
  );
}
