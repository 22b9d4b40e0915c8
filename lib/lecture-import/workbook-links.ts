import { parseYoutubeId } from "../catalogue/youtube.ts";
import { assignFields, showName } from "../csv/header.ts";
import type { LinkReader, LinkUse } from "../csv/workbook-fillers.ts";
import { choicesFor, type RememberedColumns } from "./column-choices.ts";
import { COLUMN_NAMES, type Field, lectureTable } from "./columns.ts";

const ADDRESS_FIELDS: readonly Field[] = ["youtube", "image"];

function useOf(field: Field | null): LinkUse {
  if (!field) return "unknown";
  if (field === "lecture_name") return "name";
  return ADDRESS_FIELDS.includes(field) ? "address" : "nothing";
}

/** Lists of lectures often have the address of a video behind a text: behind “Watch”, or behind the lecture's name. */
export const lectureLinks = (remembered: readonly RememberedColumns[] = []): LinkReader => ({
  columnsOf(row) {
    const names = row.map(showName);
    // Choices for a sheet whose links had a column added know that column, too.
    const choices = [names, [...names, COLUMN_NAMES.youtube]]
      .map((header) => choicesFor(remembered, header))
      .find(({ length }) => length > 0);
    const { fields } = assignFields([...row], lectureTable.columns, { fields: choices });
    if (!fields.includes("course_name") || !fields.includes("lecture_name")) return null;
    const index = fields.indexOf("youtube");
    return { uses: fields.map(useOf), wanted: index === -1 ? COLUMN_NAMES.youtube : index };
  },
  isWanted: (address) => parseYoutubeId(address) !== null,
});
