import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { Quiz } from "@/components/quiz/quiz.client";
import { SelectCourse } from "@/components/quiz/select-course";
import { findMovedCourse, getCoursePage } from "@/lib/catalogue/queries.server";
import { parseCourseId } from "@/lib/quiz/course-param";
import { getQuiz } from "@/lib/quiz/queries.server";
import { routes } from "@/lib/routes";

async function findQuiz({ searchParams }: PageProps<"/tests">) {
  const courseId = parseCourseId((await searchParams).course);
  return { courseId, quiz: courseId === null ? null : await getQuiz(courseId) };
}

export async function generateMetadata(props: PageProps<"/tests">): Promise<Metadata> {
  const { quiz } = await findQuiz(props);
  return { title: quiz ? `Quiz: ${quiz.courseName}` : "Quiz", robots: { index: false, follow: true } };
}

export default async function TestsPage(props: PageProps<"/tests">) {
  const { courseId, quiz } = await findQuiz(props);
  if (!quiz) {
    // A course without a quiz may have this address, and another one may have had it before.
    const moved = (await getCoursePage(courseId)) ? null : await findMovedCourse(courseId);
    if (moved !== null) permanentRedirect(routes.tests(moved));
    return <SelectCourse />;
  }
  return (
    <div className="shell max-w-3xl! py-8 sm:py-10">
      <Quiz key={quiz.courseId} quiz={quiz} />
    </div>
  );
}
