import { Missing } from "@/components/ui/missing";
import { Cell, Row, Table } from "@/components/ui/table";
import { adminRoutes } from "@/lib/admin/routes";
import type { ListedLecture } from "@/lib/admin/types";
import { formatCount } from "@/lib/catalogue/display";
import { ConsoleLink } from "./console-navigation.client";

const course = { label: "Course Name", width: 27 };
const lecture = { label: "Lecture Name", width: 31 };
const subject = { label: "Subject", width: 14 };
const instructor = { label: "Instructor", width: 18 };
const views = { label: "Views", width: 10, isNumber: true };

type LecturesTableProps = { labelledBy: string; lectures: readonly ListedLecture[] };

export function LecturesTable({ labelledBy, lectures }: LecturesTableProps) {
  return (
    <Table labelledBy={labelledBy} columns={[course, lecture, subject, instructor, views]}>
      {lectures.map((row) => (
        <Row key={row.id}>
          <Cell column={course}>{row.courseName}</Cell>
          <Cell column={lecture} className="font-semibold @2xl:font-medium">
            <ConsoleLink
              href={adminRoutes.lecture(row.id)}
              className="-my-3 block py-3 hover:text-board hover:underline"
            >
              {row.name}
            </ConsoleLink>
          </Cell>
          <Cell column={subject}>{row.subject ?? <Missing label="No subject" />}</Cell>
          <Cell column={instructor}>{row.instructor ?? <Missing label="No instructor" />}</Cell>
          <Cell column={views}>
            {row.views === null ? <Missing label="Not known" /> : formatCount(row.views)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
