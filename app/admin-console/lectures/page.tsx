import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { ExportLinks } from "@/components/admin/export-links";
import { FilteredList } from "@/components/admin/filtered-list";
import { NamedLectures } from "@/components/admin/lectures/named-lectures";
import { LecturesTable, SortLinks } from "@/components/admin/lectures-table";
import { listTitle } from "@/lib/admin/display";
import { describeSort, type LectureSort, parseSort, sortParameter } from "@/lib/admin/lecture-sort";
import { parsePage } from "@/lib/admin/paging";
import { findLectures, listLectures } from "@/lib/admin/queries.server";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { parseQuery } from "@/lib/catalogue/search";

export const generateMetadata = adminMetadata("Lectures");

export default async function LecturesPage({ searchParams }: PageProps<"/admin-console/lectures">) {
  const { client, viewer } = await requireRole("viewer");
  const { q, page, sort: sortText } = await searchParams;
  const query = parseQuery(q);
  const sort = parseSort(sortText);
  const [list, named] = await Promise.all([
    listLectures(client, query, parsePage(page), sort),
    findLectures(client, query),
  ]);
  if (list.page > list.pageCount) redirect(adminRoutes.lectures({ query, sort, page: list.pageCount }));
  const title = listTitle("Lectures", list, query !== "");
  if (list.total === 0) {
    return (
      <ConsolePage title={title}>
        <EmptyCatalogue role={viewer.role} />
      </ConsolePage>
    );
  }
  const sorting = { sort, hrefOf: (to: LectureSort) => adminRoutes.lectures({ query, sort: to }) };
  return (
    <ConsolePage title={title} titleId="list-title">
      <FilteredList
        list={list}
        noun="lectures"
        path={adminRoutes.lectures()}
        label="Filter by course"
        note="Searches names, subjects and main instructors of courses. Single lectures of this name are listed beneath."
        query={query}
        sort={sortParameter(sort)}
        order={describeSort(sort)}
        aside={<ExportLinks query={query} listed={list.matches} hidden={list.hidden} />}
        instead={named.length > 0 ? <NamedLectures lectures={named} /> : undefined}
        hrefOf={(target) => adminRoutes.lectures({ query, sort, page: target })}
      >
        <div className="@container">
          <SortLinks {...sorting} />
          <LecturesTable labelledBy="list-title" lectures={list.rows} sorting={sorting} />
        </div>
        <NamedLectures lectures={named} />
      </FilteredList>
    </ConsolePage>
  );
}
