import { Download, ExternalLink } from "lucide-react";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BackLink } from "@/components/admin/back-link";
import { ConsolePage } from "@/components/admin/console-page";
import { ImportQuiz } from "@/components/admin/quizzes/import-quiz.client";
import { QuestionList } from "@/components/admin/quizzes/question-list.client";
import { PAGE_NOT_FOUND } from "@/components/site/page-not-found";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { consoleMetadata, requireRole } from "@/lib/auth/admin.server";
import { countOf } from "@/lib/catalogue/display";
import { getKnownQuiz } from "@/lib/quiz/console.server";
import { parseCourseId } from "@/lib/quiz/course-param";
import { decodeSegment, encodedSegment, routes } from "@/lib/routes";
import type { Client } from "@/lib/supabase/client";

type Props = PageProps<"/admin-console/quizzes/[course]">;

export const generateMetadata = consoleMetadata<Props>(async ({ client }, { params }) => {
  const quiz = await findQuiz(client, encodedSegment((await params).course));
  return { title: quiz ? `Quiz questions: ${quiz.courseName ?? quiz.courseId}` : PAGE_NOT_FOUND };
}, "editor");

export default async function QuizPage({ params }: Props) {
  const { client, viewer } = await requireRole("editor");
  const quiz = await findQuiz(client, (await params).course);
  if (!quiz) notFound();
  const { courseId, courseName, questions, version } = quiz;
  return (
    <ConsolePage title={courseName ?? courseId}>
      <BackLink href={adminRoutes.quizzes()}>All quizzes</BackLink>
      <p className="mt-1 text-quiet">
        {questions.length === 0 ? "No questions yet" : countOf(questions.length, "question")}
      </p>
      {courseName === null ? (
        <p className="mt-4 rounded-2xl border border-line bg-card p-4 text-sm">
          The catalogue has no such course any more, so nobody can take this quiz.
        </p>
      ) : null}
      {questions.length > 0 ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {courseName === null ? null : (
            <a
              href={routes.tests(courseId)}
              target="_blank"
              rel="noreferrer"
              className={buttonClasses("outline")}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              Take the quiz
            </a>
          )}
          <a href={adminRoutes.exportQuiz(courseId)} download className={buttonClasses("outline")}>
            <Download aria-hidden="true" className="size-4" />
            Download as CSV
          </a>
        </div>
      ) : null}
      <QuestionList
        courseId={courseId}
        questions={questions}
        canAdd={courseName !== null}
        userId={viewer.id}
      />
      {courseName === null ? null : (
        <ImportQuiz courseId={courseId} count={questions.length} version={version} />
      )}
    </ConsolePage>
  );
}

/** Read once for the page and its title. */
const findQuiz = cache((client: Client, segment: string) => {
  const courseId = parseCourseId(decodeSegment(segment) ?? undefined);
  return courseId === null ? null : getKnownQuiz(client, courseId);
});
