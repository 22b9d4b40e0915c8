import { Cell, Row, Table } from "@/components/ui/table";
import { adminRoutes } from "@/lib/admin/routes";
import type { ListedQuiz } from "@/lib/admin/types";
import { formatCount } from "@/lib/catalogue/display";
import { ConsoleLink } from "../console-navigation.client";

const course = { label: "Course", width: 80 };
const questions = { label: "Questions", width: 20, isNumber: true };

type QuizzesTableProps = { labelledBy: string; quizzes: readonly ListedQuiz[] };

export function QuizzesTable({ labelledBy, quizzes }: QuizzesTableProps) {
  return (
    <Table labelledBy={labelledBy} columns={[course, questions]}>
      {quizzes.map(({ courseId, courseName, questions: count }) => (
        <Row key={courseId}>
          <Cell column={course} className="wrap-anywhere">
            <ConsoleLink
              href={adminRoutes.quiz(courseId)}
              className="-my-3 inline-block py-3 font-semibold text-board underline-offset-4 hover:underline"
            >
              {courseName ?? courseId}
            </ConsoleLink>
            {courseName === null ? (
              <span className="block text-quiet">No longer in the catalogue</span>
            ) : null}
          </Cell>
          <Cell column={questions}>{formatCount(count)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
