import { Missing } from "@/components/ui/missing";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { adminRoutes } from "@/lib/admin/routes";
import { formatCount } from "@/lib/catalogue/display";
import type { ListedCourse } from "@/lib/corrections/types";
import { ConsoleLink } from "../console-navigation.client";

const course: Column = { label: "Course", width: 40 };
const lectures: Column = { label: "Lectures", width: 12, isNumber: true };
const subject: Column = { label: "Subject", width: 22 };
const institution: Column = { label: "Institution", width: 26 };

/** Courses, each with a link to the page that edits it. */
export function CoursesTable({ labelledBy, courses }: { labelledBy: string; courses: ListedCourse[] }) {
  return (
    <Table labelledBy={labelledBy} columns={[course, lectures, subject, institution]}>
      {courses.map((row) => (
        <Row key={row.name}>
          <Cell column={course} className="wrap-anywhere">
            <ConsoleLink
              href={adminRoutes.course(row.name)}
              className="-my-3 block w-fit py-3 font-semibold text-board hover:underline"
            >
              {row.name}
            </ConsoleLink>
          </Cell>
          <Cell column={lectures}>{formatCount(row.lectureCount)}</Cell>
          <Cell column={subject} className="wrap-anywhere">
            {row.subject ?? <Missing label="No subject" />}
          </Cell>
          <Cell column={institution} className="wrap-anywhere">
            {row.institution ?? <Missing label="No institution" />}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
