import { ChevronRight, Download } from "lucide-react";
import { adminRoutes } from "@/lib/admin/routes";
import { COLUMN_NAMES, FIELDS, lectureTable } from "@/lib/lecture-import/columns";

const optional = FIELDS.filter((field) => lectureTable.columns[field].isOptional);
const required = FIELDS.filter((field) => !optional.includes(field));

/** Explains what a file needs for its rows to be imported. */
export function FileHelp() {
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-6 text-sm">
      <details className="group open:basis-full">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-md font-semibold text-board hover:underline">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          What the file must look like
        </summary>
        <p className="pb-1 text-quiet">
          CSV as spreadsheets save it: cells separated by commas, semicolons, tabs or vertical bars, in UTF-8,
          UTF-16 or an encoding of Windows. A row near the top names the columns, in any order. Needed are{" "}
          {namesOf(required)}. What lectures have in the others stays where a file is without them:{" "}
          {namesOf(optional)}. Columns of other names are ignored.
        </p>
      </details>
      <FileLink href={adminRoutes.template()}>Download a template</FileLink>
      <FileLink href={adminRoutes.exportLectures({ purpose: "spreadsheets" })}>
        Download the catalogue
      </FileLink>
    </div>
  );
}

function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md font-semibold text-board hover:underline"
    >
      <Download aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}

const namesOf = (fields: typeof FIELDS) => fields.map((field) => COLUMN_NAMES[field]).join(", ");
