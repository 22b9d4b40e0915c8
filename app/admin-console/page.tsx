import { ConsolePage } from "@/components/admin/console-page";
import { DatabaseInformation } from "@/components/admin/database-information";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { FailingVideos } from "@/components/admin/failing-videos";
import { LowDisk } from "@/components/admin/low-disk";
import { StatCards } from "@/components/admin/stat-cards";
import { TurnedAway } from "@/components/admin/turned-away";
import { getAdminCounts } from "@/lib/admin/queries.server";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { findLowDisk } from "@/lib/low-disk.server";

// A layout names the pages below it, not the one beside it.
export const generateMetadata = adminMetadata("Dashboard | Admin Console");

export default async function DashboardPage({ searchParams }: PageProps<"/admin-console">) {
  const { client, viewer } = await requireRole("viewer");
  const counts = await getAdminCounts(client);
  return (
    <ConsolePage title="Dashboard">
      <TurnedAway role={viewer.role} needed={(await searchParams).needs} />
      <LowDisk disk={await findLowDisk()} />
      <StatCards counts={counts} />
      <DatabaseInformation records={counts.lectures + counts.hiddenLectures} />
      <FailingVideos count={counts.failingVideos} />
      {counts.lectures === 0 ? <EmptyCatalogue role={viewer.role} /> : null}
    </ConsolePage>
  );
}
