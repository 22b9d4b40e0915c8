import { parseYoutubeId } from "../catalogue/youtube.ts";
import { assignFields, showName } from "../csv/header.ts";
import type { LinkReader, LinkUse } from "../csv/workbook-fillers.ts";
import { choicesFor, type RememberedColumns } from "./column-choices.ts";
import { COLUMN_NAMES, type Field, lectureTable } from "./columns.ts";

const ADDRESS_FIELDS: readonly Field[] = ["youtube", "image"];

function useOf(field: Field | null): LinkUse {
  if (!field) return "unknown";
  return ADDRESS_FIELDS.includes(field) ? "address" : "text";
}

/** Lists of lectures often have the address of a video behind a text: behind “Watch”, or behind the lecture's name. */
export const lectureLinks = (remembered: readonly RememberedColumns[] = []): LinkReader => ({
  columnsOf(row) {
    const choices = choicesFor(remembered, row.map(showName));
    const { fields } = assignFields([...row], lectureTable.columns, { fields: choices });
    if (!fields.includes("course_name") || !fields.includes("lecture_name")) return null;
    return { uses: fields.map(useOf), added: fields.includes("youtube") ? null : COLUMN_NAMES.youtube };
  },
  isWanted: (address) => parseYoutubeId(address) !== null,
});
