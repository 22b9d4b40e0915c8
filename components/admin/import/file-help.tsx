import { ChevronRight } from "lucide-react";
import { isOptional } from "@/lib/csv/header";
import { COLUMN_NAMES, FIELDS, lectureTable } from "@/lib/lecture-import/columns";

const optional = FIELDS.filter((field) => isOptional(lectureTable.columns[field]));

/** What a file needs so that its rows go in. */
export function FileHelp() {
  return (
    <details className="group mt-2 text-sm">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-md font-semibold text-board hover:underline">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        What the file must look like
      </summary>
      <p className="pb-1 text-quiet">
        Text in UTF-8 with cells separated by commas. The first row names the columns, in any order:{" "}
        {namesOf(FIELDS)}. These may be missing, and what the lectures have there then stays:{" "}
        {namesOf(optional)}.
      </p>
    </details>
  );
}

const namesOf = (fields: typeof FIELDS) => fields.map((field) => COLUMN_NAMES[field]).join(", ");
