import { describeNoVideo, embedUrl, parseYoutubeId } from "../catalogue/youtube.ts";
import {
  decimalNumber,
  plainlySpaced,
  Refusal,
  requiredText,
  storableText,
  text,
  webAddress,
  wholeNumber,
  withNext,
} from "../csv/cells.ts";
import type { Column } from "../csv/header.ts";
import { withoutErrors } from "../csv/spreadsheet-errors.ts";
import type { CellsOf, TableKind } from "../csv/table.ts";

/** A YouTube address of any form, converted to the form that is stored. */
const youtubeAddress = withNext(storableText, (address) => {
  if (!address) return null;
  const id = parseYoutubeId(address);
  return id ? embedUrl(id) : new Refusal(describeNoVideo(address));
});

type LectureColumn = Column & {
  /** The label in forms. */
  label: string;
  /** Whether the lectures of a course normally have the same value. */
  isOfCourse?: boolean;
  /** The cells of the two lectures in the template for files. */
  examples: readonly [string, string];
};

const same = (example: string) => [example, example] as const;

/**
 * The catalogue's field names, how a CSV file (and the lectures table) spells them, including the source's
 * misspelling, and what their cells may hold. No other file outside the migrations spells these columns. The other
 * accepted names are unambiguous: a wrong guess would be worse than asking the user.
 *
 * The order is that of the preset files. A file may lack the columns that are `isOptional`: the lectures that it
 * updates then keep their values there.
 */
const columns = {
  course_name: {
    names: ["Course Name", "Course", "Course Title"],
    label: "Course Name",
    cell: plainlySpaced(requiredText(250)),
    isOfCourse: true,
    examples: same("Example Course: Vectors and Matrices"),
  },
  course_description: {
    names: ["Course Description", "Description"],
    label: "Description",
    cell: text(10_000),
    isOptional: true,
    isOfCourse: true,
    examples: same("What the course is about, in a few sentences."),
  },
  subject: {
    names: ["Subject", "Subject Area"],
    label: "Subject",
    // Browsers resolve `.` and `..` in a path, so such a subject could not have a page.
    cell: withNext(plainlySpaced(text(100)), (subject) =>
      subject === "." || subject === ".." ? new Refusal("nothing but dots") : subject,
    ),
    isOptional: true,
    isOfCourse: true,
    examples: same("Mathematics"),
  },
  instructor: {
    names: ["Instructor", "Instructors", "Instructor Name", "Teacher", "Lecturer", "Professor"],
    label: "Instructor",
    cell: plainlySpaced(text(2_000)),
    isOptional: true,
    isOfCourse: true,
    examples: same("One Lecturer, Another Lecturer"),
  },
  institution: {
    names: ["Insitution", "Institution", "Institution Name", "University", "University Name"],
    label: "Institution",
    cell: plainlySpaced(text(250)),
    isOptional: true,
    isOfCourse: true,
    examples: same("Example University"),
  },
  seo_slug: {
    names: ["SEO:Slug", "Slug", "Course Slug"],
    label: "Slug",
    cell: text(250),
    isOptional: true,
    isOfCourse: true,
    examples: same("example-course-vectors-and-matrices"),
  },
  image: {
    names: ["Image", "Image URL", "Thumbnail", "Thumbnail URL"],
    label: "Image",
    cell: webAddress(2_000),
    isOptional: true,
    isOfCourse: true,
    examples: ["https://i.ytimg.com/vi/oR6G1MUMveE/hqdefault.jpg", ""],
  },
  lecture_number: {
    names: ["Lecture Number", "Lecture No", "Number", "No"],
    label: "Lecture Number",
    cell: wholeNumber(2_147_483_647),
    examples: ["1", "2"],
  },
  lecture_name: {
    names: ["lecture name", "Lecture Title", "Title", "Video Title"],
    label: "Lecture Name",
    cell: plainlySpaced(requiredText(250)),
    examples: ["Introduction", "Vector notation"],
  },
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
    label: "YouTube Link",
    cell: youtubeAddress,
    examples: ["https://www.youtube.com/watch?v=oR6G1MUMveE", "https://youtu.be/vVspolIKPgc"],
  },
  keywords: {
    names: ["Keywords", "Keyword", "Tags"],
    label: "Keywords",
    cell: text(5_000),
    isOptional: true,
    isOfCourse: true,
    examples: ["vectors, linear algebra", ""],
  },
  view_rate: {
    names: ["View Rate"],
    label: "View Rate",
    cell: decimalNumber(1e12),
    isOptional: true,
    examples: ["12.5", ""],
  },
  views: {
    names: ["Views", "View Count", "Number of Views"],
    label: "Views",
    cell: wholeNumber(Number.MAX_SAFE_INTEGER, { grouped: true }),
    isOptional: true,
    examples: ["12345", ""],
  },
} as const satisfies Record<string, LectureColumn>;

export type Field = keyof typeof columns;

/** All fields, in the order of the preset files. */
export const FIELDS = Object.keys(columns) as Field[];

/** A field that normally has the same value in all lectures of a course. */
export type CourseField = {
  [F in Field]: (typeof columns)[F] extends { isOfCourse: true } ? F : never;
}[Field];

export const COURSE_FIELDS = FIELDS.filter(
  (field): field is CourseField => (columns[field] as LectureColumn).isOfCourse === true,
);

const mapFields = <Value>(read: (column: LectureColumn) => Value) =>
  Object.fromEntries(FIELDS.map((field) => [field, read(columns[field])])) as Record<Field, Value>;

/** The label of each field in forms. */
export const LABELS = mapFields(({ label }) => label);
/** The lectures of the template for files. */
export const EXAMPLES = [
  mapFields(({ examples: [first] }) => first),
  mapFields(({ examples: [, second] }) => second),
];

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
  columns: mapFields((column) => ({ ...column, cell: withoutErrors(column.cell) })),
  advice: "Under “Check a file” you can say which column is which.",
  read: (cells) => cells as ImportedLecture,
  key: KEY_FIELDS,
};

/** Fields for which a file need not have a column. */
export const OPTIONAL_FIELDS = FIELDS.filter((field) => lectureTable.columns[field].isOptional);
