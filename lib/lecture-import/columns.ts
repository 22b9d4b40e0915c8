import { embedUrl, parseYoutubeId } from "../catalogue/youtube.ts";
import {
  decimalNumber,
  Refusal,
  requiredText,
  storableText,
  text,
  webAddress,
  wholeNumber,
  withNext,
} from "../csv/cells.ts";
import type { Columns } from "../csv/header.ts";
import type { CellsOf, TableKind } from "../csv/table.ts";

/** A YouTube address of any form, converted to the form that is stored. */
const youtubeAddress = withNext(storableText, (address) => {
  if (!address) return null;
  const id = parseYoutubeId(address);
  return id ? embedUrl(id) : new Refusal("not a YouTube address");
});

/**
 * The catalogue's field names, how a CSV file (and the lectures table) spells them, including the source's
 * misspelling, and what their cells may hold. No other file outside the migrations spells these columns. The other
 * accepted names are unambiguous: a wrong guess would be worse than asking the user.
 *
 * The order is that of the preset files. A file may lack the columns that are `isOptional`: the lectures that it
 * updates then keep their values there.
 */
const columns = {
  course_name: { names: ["Course Name", "Course", "Course Title"], cell: requiredText(250) },
  course_description: { names: ["Course Description", "Description"], cell: text(10_000), isOptional: true },
  subject: {
    names: ["Subject", "Subject Area"],
    // Browsers resolve `.` and `..` in a path, so such a subject could not have a page.
    cell: withNext(text(100), (subject) =>
      subject === "." || subject === ".." ? new Refusal("nothing but dots") : subject,
    ),
    isOptional: true,
  },
  instructor: {
    names: ["Instructor", "Instructors", "Instructor Name", "Teacher", "Lecturer", "Professor"],
    cell: text(2_000),
    isOptional: true,
  },
  institution: {
    names: ["Insitution", "Institution", "Institution Name", "University", "University Name"],
    cell: text(250),
    isOptional: true,
  },
  seo_slug: { names: ["SEO:Slug", "SEO Slug", "Slug", "Course Slug"], cell: text(250), isOptional: true },
  image: {
    names: ["Image", "Image URL", "Thumbnail", "Thumbnail URL"],
    cell: webAddress(2_000),
    isOptional: true,
  },
  lecture_number: {
    names: ["Lecture Number", "Lecture No", "Lecture No.", "Number", "No", "No."],
    cell: wholeNumber(2_147_483_647),
  },
  lecture_name: { names: ["lecture name", "Lecture Title", "Title", "Video Title"], cell: requiredText(250) },
  youtube: {
    names: [
      "youtube",
      "YouTube URL",
      "YouTube Link",
      "YouTube Address",
      "YouTube Video",
      "URL",
      "Link",
      "Video",
      "Video URL",
      "Video Link",
    ],
    cell: youtubeAddress,
  },
  keywords: { names: ["Keywords", "Keyword", "Tags"], cell: text(5_000), isOptional: true },
  view_rate: { names: ["View Rate"], cell: decimalNumber(1e12), isOptional: true },
  views: {
    names: ["Views", "View Count", "Number of Views"],
    cell: wholeNumber(Number.MAX_SAFE_INTEGER, { grouped: true }),
    isOptional: true,
  },
} as const satisfies Columns<string>;

export type Field = keyof typeof columns;

/** All 13 fields, in the order of the preset files. */
export const FIELDS = Object.keys(columns) as Field[];

/** The spelling of each column in the database, in messages, and in files that the app writes. */
export const COLUMN_NAMES = Object.fromEntries(FIELDS.map((field) => [field, columns[field].names[0]])) as {
  [F in Field]: (typeof columns)[F]["names"][0];
};

/**
 * A lecture in the form that the database accepts: texts trimmed, empty cells null. There is no key for a column
 * that the file lacks.
 */
export type ImportedLecture = CellsOf<typeof columns>;

/** Rows that agree in these fields are about the same lecture. */
export const KEY_FIELDS: readonly Field[] = ["course_name", "lecture_number", "lecture_name"];

/** The definition of a file of lectures. */
export const lectureTable: TableKind<Field, ImportedLecture> = {
  contents: "lectures",
  columns,
  read: (cells) => cells as ImportedLecture,
  key: KEY_FIELDS,
};

/** Fields for which a file need not have a column. */
export const OPTIONAL_FIELDS = FIELDS.filter((field) => lectureTable.columns[field].isOptional);
