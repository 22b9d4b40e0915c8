import { firstCharacters } from "../first-characters.ts";
import { routes } from "../routes.ts";
import { formatTime } from "../watching/times.ts";
import type { ListedNote } from "./types.ts";

type Place = Pick<ListedNote, "courseId" | "lectureId" | "videoId" | "seconds">;

/**
 * The URL of a note's moment: on its lecture's page, or on YouTube if the lecture is gone; null if no video is known.
 * @param site the URL of the installation, without a trailing slash; empty for relative URLs
 */
export function momentAddress({ courseId, lectureId, videoId, seconds }: Place, site = ""): string | null {
  if (courseId && lectureId) return `${site}${routes.lecture(courseId, lectureId)}#t=${seconds}`;
  return videoId && `https://www.youtube.com/watch?v=${videoId}&t=${seconds}s`;
}

/** The time of a note: `12:40`, or `12:40–13:05` if it has an end. */
export const formatSpan = ({ seconds, until }: Pick<ListedNote, "seconds" | "until">) =>
  until === null ? formatTime(seconds) : `${formatTime(seconds)}–${formatTime(until)}`;

/** The notes of one course, in their order. */
export type CourseNotes = {
  name: string;
  courseId: string | null;
  institution: string | null;
  lectures: { name: string; notes: ListedNote[] }[];
};

/** Groups notes by course and lecture. The notes must be sorted by course and lecture. */
export function groupNotes(notes: readonly ListedNote[]): CourseNotes[] {
  const courses = new Map<string, CourseNotes>();
  for (const note of notes) {
    const { courseName: name, courseId, institution } = note;
    const course = courses.get(name) ?? { name, courseId, institution, lectures: [] };
    courses.set(name, course);
    const last = course.lectures.at(-1);
    const isSame = last?.name === note.lectureName && last.notes[0]?.recordId === note.recordId;
    if (last && isSame) last.notes.push(note);
    else course.lectures.push({ name: note.lectureName, notes: [note] });
  }
  return [...courses.values()];
}

/**
 * A course's notes as Markdown, escaped so that every program shows them as typed: front matter, a heading for each
 * lecture, and a list item for each note, whose time links to the moment.
 */
export function toMarkdown(course: CourseNotes, { site, date }: { site: string; date: string }): string {
  const facts = {
    course: course.name,
    institution: course.institution,
    address: course.courseId && site + routes.course(course.courseId),
    date,
  };
  const front = Object.entries(facts).flatMap(([key, value]) =>
    value ? [`${key}: ${quoteYaml(value)}`] : [],
  );
  const lectures = course.lectures.map(
    ({ name, notes }) => `## ${escapeLine(name)}\n\n${notes.map((note) => toItem(note, site)).join("")}`,
  );
  return `---\n${front.join("\n")}\n---\n\n${lectures.join("\n")}`;
}

function toItem(note: ListedNote, site: string): string {
  const time = formatSpan(note);
  const address = momentAddress(note, site);
  const [first = "", ...others] = note.body.split("\n").map((line) => escapeStart(escapeSigns(line)));
  const start = [address ? `[${time}](${escapeAddress(address)})` : time, first].filter(Boolean).join(" ");
  return `- ${[start, ...others.map((line) => (line ? `  ${line}` : ""))].join("\n")}\n`;
}

/** A name on one line, escaped. */
const escapeLine = (name: string) => escapeStart(escapeSigns(name.replace(/[\p{Cc}\s]+/gu, " ").trim()));

/** Escapes the special characters of CommonMark, and of tables, formulas, tags and highlights in other dialects. */
const escapeSigns = (text: string) =>
  text.replace(/[\\`*_[\]{}<>#|~$&]|==+|%%+/g, (signs) => signs.replace(/./g, "\\$&"));

/** Escapes what is special at the start of a line: list markers, underlines of headings, and white space. */
const escapeStart = (line: string) =>
  line
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
    .replace(/^\s/, (space) => `&#${space.charCodeAt(0)};`);

/** Encodes parentheses, because they would end a Markdown link. */
const escapeAddress = (address: string) => address.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));

/** A text as a YAML string: JSON, with escapes for the characters that YAML treats as line ends or rejects. */
const quoteYaml = (text: string) =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Names that Windows keeps for devices, whatever their extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** File names for courses, in their order; unique even on file systems that ignore case, and at most 255 bytes. */
export function fileNames(courses: readonly { name: string }[]): string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return courses.map(({ name }) => {
    const stem = firstCharacters(name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-"), 60);
    const plain = stem.replace(/^-|-$/g, "").replace(RESERVED, "$&-course") || "course";
    let unique = plain;
    let number = numbers.get(plain.toLowerCase()) ?? 1;
    while (taken.has(unique.toLowerCase())) unique = `${plain}-${++number}`;
    numbers.set(plain.toLowerCase(), number);
    taken.add(unique.toLowerCase());
    return `${unique}.md`;
  });
}
