/**
 * The catalogue's field names and how a CSV file (and the lectures table) spells them, the source's
 * misspelling included. No other file outside the migrations spells these columns.
 */
export const COLUMN_NAMES = {
  course_name: "Course Name",
  course_description: "Course Description",
  subject: "Subject",
  instructor: "Instructor",
  institution: "Insitution",
  seo_slug: "SEO:Slug",
  image: "Image",
  lecture_number: "Lecture Number",
  lecture_name: "lecture name",
  youtube: "youtube",
  keywords: "Keywords",
  view_rate: "View Rate",
  views: "Views",
} as const;

export type Field = keyof typeof COLUMN_NAMES;

/** All 13 fields, in the order of the preset files. */
export const FIELDS = Object.keys(COLUMN_NAMES) as Field[];

/** Other spellings that a file's header may use: someone will correct the misspelt one. */
const OTHER_NAMES: Partial<Record<Field, string[]>> = { institution: ["Institution"] };

const FIELD_BY_NAME = new Map(
  FIELDS.flatMap((field) =>
    [COLUMN_NAMES[field], ...(OTHER_NAMES[field] ?? [])].map((name) => [comparable(name), field] as const),
  ),
);

/** The field that a header cell names, whatever its letter case and the space around it. */
export function findField(headerCell: string): Field | null {
  return FIELD_BY_NAME.get(comparable(headerCell)) ?? null;
}

/** `trim` also takes off a byte order mark, which some programs write twice. */
function comparable(name: string): string {
  return name.trim().toLowerCase();
}
