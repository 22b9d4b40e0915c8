import { CircleCheck, Download } from "lucide-react";
import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { ListPager } from "@/components/admin/list-pager";
import { ListStatus } from "@/components/admin/list-status";
import { Notice } from "@/components/admin/notice";
import { ReadOnly } from "@/components/admin/read-only";
import { VideosTable } from "@/components/admin/videos/videos-table";
import { buttonClasses } from "@/components/ui/button";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { listFailingVideos } from "@/lib/video-health/queries.server";

export const generateMetadata = adminMetadata("Video health");

export default async function VideosPage({ searchParams }: PageProps<"/admin-console/videos">) {
  const { client, viewer } = await requireRole("viewer");
  const { page } = await searchParams;
  const list = await listFailingVideos(client, parsePage(page));
  if (list.page > list.pageCount) redirect(adminRoutes.videos(list.pageCount));
  return (
    <ConsolePage title={listTitle("Video health", list)} titleId="list-title">
      <p className="mt-3 max-w-3xl text-pretty text-quiet">
        Learners’ players report videos that do not play. One report makes a video suspected; it counts as
        gone, or as playing on YouTube only, once three reporters on two days have said so and nobody has
        played it since. Nothing is hidden by itself.
      </p>
      <ReadOnly role={viewer.role} />
      {list.total === 0 ? (
        <Notice
          Icon={CircleCheck}
          title="Every video plays"
          hint="As far as anybody has reported. What does not play is listed here."
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <ListStatus list={list} />
            <a href="/api/videos/failing" download className={buttonClasses("outline", "mt-3 mb-4")}>
              <Download aria-hidden="true" className="size-4" />
              Download for an import
            </a>
          </div>
          <VideosTable labelledBy="list-title" videos={list.rows} canEdit={isEnough(viewer.role, "editor")} />
        </>
      )}
      <ListPager {...list} hrefOf={adminRoutes.videos} />
    </ConsolePage>
  );
}
