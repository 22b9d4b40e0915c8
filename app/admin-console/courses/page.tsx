import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { CoursesTable } from "@/components/admin/corrections/courses-table";
import { LastCorrection } from "@/components/admin/corrections/last-correction.client";
import { MergeCourse } from "@/components/admin/corrections/merge-course.client";
import { RecentCorrections } from "@/components/admin/corrections/recent-corrections";
import { SimilarNames } from "@/components/admin/corrections/similar-names";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { FilteredList } from "@/components/admin/filtered-list";
import { ReadOnly } from "@/components/admin/read-only";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { parseQuery } from "@/lib/catalogue/search";
import { listCourses, listRecentCorrections, listSimilarCourses } from "@/lib/corrections/corrections.server";

export const generateMetadata = adminMetadata("Courses");

export default async function CoursesPage({ searchParams }: PageProps<"/admin-console/courses">) {
  const { client, viewer } = await requireRole("viewer");
  const { q, page } = await searchParams;
  const query = parseQuery(q);
  const pageNumber = parsePage(page);
  const isPlain = query === "" && pageNumber === 1;
  const [list, similar, corrections] = await Promise.all([
    listCourses(client, query, pageNumber),
    isPlain ? listSimilarCourses(client) : [],
    isPlain ? listRecentCorrections(client) : [],
  ]);
  if (list.page > list.pageCount) redirect(adminRoutes.courses({ query, page: list.pageCount }));
  return (
    <ConsolePage title={listTitle("Courses", list)} titleId="list-title">
      <ReadOnly role={viewer.role} />
      <LastCorrection />
      {list.total === 0 && !query ? (
        <EmptyCatalogue role={viewer.role} />
      ) : (
        <>
          <SimilarNames
            what="Courses"
            groups={similar}
            actionOf={(name, suggestion) =>
              isEnough(viewer.role, "editor") ? (
                <MergeCourse from={name} into={suggestion} label="Merge…" />
              ) : null
            }
          />
          <FilteredList
            list={list}
            noun="courses"
            path={adminRoutes.courses()}
            label="Find by name"
            note="A part of the name is enough."
            query={query}
            hrefOf={(target) => adminRoutes.courses({ query, page: target })}
          >
            <CoursesTable labelledBy="list-title" courses={list.rows} />
          </FilteredList>
        </>
      )}
      <RecentCorrections corrections={corrections} />
    </ConsolePage>
  );
}
