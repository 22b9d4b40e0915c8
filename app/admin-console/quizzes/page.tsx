import { CircleHelp } from "lucide-react";
import { redirect } from "next/navigation";
import { ConsolePage } from "@/components/admin/console-page";
import { FilteredList } from "@/components/admin/filtered-list";
import { Notice } from "@/components/admin/notice";
import { ChooseCourse } from "@/components/admin/quizzes/choose-course.client";
import { QuizzesTable } from "@/components/admin/quizzes/quizzes-table";
import { listTitle } from "@/lib/admin/display";
import { parsePage } from "@/lib/admin/paging";
import { listQuizzes } from "@/lib/admin/queries.server";
import { adminRoutes } from "@/lib/admin/routes";
import { adminMetadata, requireRole } from "@/lib/auth/admin.server";
import { parseQuery } from "@/lib/catalogue/search";

export const generateMetadata = adminMetadata("Quizzes", "editor");

export default async function QuizzesPage({ searchParams }: PageProps<"/admin-console/quizzes">) {
  const { client } = await requireRole("editor");
  const { q, page } = await searchParams;
  const query = parseQuery(q);
  const list = await listQuizzes(client, query, parsePage(page));
  if (list.page > list.pageCount) redirect(adminRoutes.quizzes({ query, page: list.pageCount }));
  return (
    <ConsolePage title={listTitle("Quizzes", list, query !== "")} titleId="list-title">
      <ChooseCourse />
      {list.total === 0 ? (
        <Notice
          Icon={CircleHelp}
          title="No course has questions yet"
          hint="Choose a course above, and write its questions or import them by a file. Learners can take the quiz at once."
        />
      ) : (
        <FilteredList
          list={list}
          noun="quizzes"
          path={adminRoutes.quizzes()}
          label="Filter by course"
          note="A part of the name is enough."
          query={query}
          hrefOf={(target) => adminRoutes.quizzes({ query, page: target })}
        >
          <QuizzesTable labelledBy="list-title" quizzes={list.rows} />
        </FilteredList>
      )}
    </ConsolePage>
  );
}
