import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/catalogue/display";
import type { ListedSubject } from "@/lib/corrections/types";
import { routes } from "@/lib/routes";
import { RenameSubject } from "./rename-subject.client";

const subject: Column = { label: "Subject", width: 50 };
const courses: Column = { label: "Courses", width: 14, isNumber: true };
const lectures: Column = { label: "Lectures", width: 14, isNumber: true };
const actions: Column = { label: "Actions", width: 22 };

type SubjectsTableProps = { labelledBy: string; subjects: ListedSubject[]; canEdit: boolean };

export function SubjectsTable({ labelledBy, subjects, canEdit }: SubjectsTableProps) {
  const columns = canEdit ? [subject, courses, lectures, actions] : [subject, courses, lectures];
  return (
    <Table labelledBy={labelledBy} columns={columns}>
      {subjects.map((row) => (
        <Row key={row.name}>
          <Cell column={subject} className="wrap-anywhere">
            <a
              href={routes.subject(row.name)}
              className="-my-3 block w-fit py-3 font-semibold text-board hover:underline"
            >
              {row.name}
            </a>
          </Cell>
          <Cell column={courses}>{formatCount(row.courseCount)}</Cell>
          <Cell column={lectures}>{formatCount(row.lectureCount)}</Cell>
          {canEdit ? (
            <Cell column={actions}>
              <RenameSubject subject={row.name} label="Rename" />
            </Cell>
          ) : null}
        </Row>
      ))}
    </Table>
  );
}
