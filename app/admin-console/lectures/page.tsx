import { SearchX } from "lucide-react";
import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { ExportLinks } from "@/components/admin/export-links";
import { NamedLectures } from "@/components/admin/lectures/named-lectures";
import { LecturesTable } from "@/components/admin/lectures-table";
import { ListFilter } from "@/components/admin/list-filter.client";
import { ListPager } from "@/components/admin/list-pager";
import { ListStatus } from "@/components/admin/list-status";
import { Notice } from "@/components/admin/notice";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { findLectures, listLectures } from "@/lib/admin/queries.server";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { parseQuery } from "@/lib/catalogue/search";

export const generateMetadata = adminMetadata("Lectures");

export default async function LecturesPage({ searchParams }: PageProps<"/admin-console/lectures">) {
  const { client, viewer } = await requireRole("viewer");
  const { q, page } = await searchParams;
  const query = parseQuery(q);
  const [list, named] = await Promise.all([
    listLectures(client, query, parsePage(page)),
    findLectures(client, query),
  ]);
  if (list.page > list.pageCount) redirect(adminRoutes.lectures({ query, page: list.pageCount }));
  const title = listTitle("Lectures", list, query !== "");
  if (list.total === 0) {
    return (
      <ConsolePage title={title}>
        <EmptyCatalogue role={viewer.role} />
      </ConsolePage>
    );
  }
  return (
    <ConsolePage title={title} titleId="list-title">
      <ListFilter
        path={adminRoutes.lectures()}
        label="Filter by course"
        note="Searches names, subjects and main instructors of courses. Single lectures of this name are listed beneath."
        query={query}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <ListStatus list={list} />
        <ExportLinks query={query} listed={list.matches} hidden={list.hidden} />
      </div>
      {list.matches === 0 && named.length > 0 ? null : list.matches === 0 ? (
        <Notice Icon={SearchX} title="No lectures match" hint="Try a shorter text, or clear the filter." />
      ) : (
        <LecturesTable labelledBy="list-title" lectures={list.rows} />
      )}
      <NamedLectures lectures={named} />
      <ListPager {...list} hrefOf={(target) => adminRoutes.lectures({ query, page: target })} />
    </ConsolePage>
  );
}
