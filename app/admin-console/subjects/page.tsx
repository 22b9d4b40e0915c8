import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { LastCorrection } from "@/components/admin/corrections/last-correction.client";
import { RenameSubject } from "@/components/admin/corrections/rename-subject.client";
import { SimilarNames } from "@/components/admin/corrections/similar-names";
import { SubjectsTable } from "@/components/admin/corrections/subjects-table";
import { EmptyCatalogue } from "@/components/admin/empty-catalogue";
import { FilteredList } from "@/components/admin/filtered-list";
import { ReadOnly } from "@/components/admin/read-only";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { isEnough } from "@/lib/auth/roles";
import { parseQuery } from "@/lib/catalogue/search";
import { listSimilarSubjects, listSubjects } from "@/lib/corrections/corrections.server";

export const generateMetadata = adminMetadata("Subjects");

export default async function SubjectsPage({ searchParams }: PageProps<"/admin-console/subjects">) {
  const { client, viewer } = await requireRole("viewer");
  const { q, page } = await searchParams;
  const query = parseQuery(q);
  const pageNumber = parsePage(page);
  const canEdit = isEnough(viewer.role, "editor");
  const [list, similar] = await Promise.all([
    listSubjects(client, query, pageNumber),
    query === "" && pageNumber === 1 ? listSimilarSubjects(client) : [],
  ]);
  if (list.page > list.pageCount) redirect(adminRoutes.subjects({ query, page: list.pageCount }));
  return (
    <ConsolePage title={listTitle("Subjects", list)} titleId="list-title">
      <ReadOnly role={viewer.role} />
      <LastCorrection />
      {list.total === 0 && !query ? (
        <EmptyCatalogue role={viewer.role} />
      ) : (
        <>
          <SimilarNames
            what="Subjects"
            groups={similar}
            actionOf={(name, suggestion) =>
              canEdit ? <RenameSubject subject={name} suggestion={suggestion} label="Join…" /> : null
            }
          />
          <FilteredList
            list={list}
            noun="subjects"
            path={adminRoutes.subjects()}
            label="Find by name"
            note="A part of the name is enough."
            query={query}
            hrefOf={(target) => adminRoutes.subjects({ query, page: target })}
          >
            <SubjectsTable labelledBy="list-title" subjects={list.rows} canEdit={canEdit} />
          </FilteredList>
        </>
      )}
    </ConsolePage>
  );
}
