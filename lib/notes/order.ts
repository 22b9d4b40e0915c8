import type { ListedNote } from "./types.ts";

const isSameLecture = (a: ListedNote, b: ListedNote) =>
  a.courseName === b.courseName && a.recordId === b.recordId && a.lectureName === b.lectureName;

/** Inserts a note into sorted notes, or replaces the one with its id: within its lecture, or after its course. */
export function placeNote<N extends ListedNote>(notes: readonly N[], note: N): N[] {
  const others = notes.filter(({ id }) => id !== note.id);
  const isBefore = (other: ListedNote) =>
    other.seconds < note.seconds || (other.seconds === note.seconds && other.createdAt <= note.createdAt);
  const first = others.findIndex((other) => isSameLecture(other, note));
  let index =
    first >= 0 ? first : others.findLastIndex(({ courseName }) => courseName === note.courseName) + 1;
  if (first < 0 && index === 0) index = others.length;
  if (first >= 0)
    for (
      let other = others[index];
      other && isSameLecture(other, note) && isBefore(other);
      other = others[index]
    )
      index++;
  return others.toSpliced(index, 0, note);
}

const names = new Intl.Collator("en", { numeric: true });

/** Sorts a device's notes by course, lecture and moment. */
export function sortNotes<N extends ListedNote>(notes: readonly N[]): N[] {
  return notes.toSorted(
    (a, b) =>
      names.compare(a.courseName, b.courseName) ||
      names.compare(a.lectureId ?? "", b.lectureId ?? "") ||
      names.compare(a.lectureName, b.lectureName) ||
      a.seconds - b.seconds ||
      a.createdAt - b.createdAt,
  );
}

/** The notes that contain every word of a query in their text or names, ignoring case and accents. */
export function searchNotes<N extends ListedNote>(notes: readonly N[], query: string): N[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...notes];
  return notes.filter(({ body, lectureName, courseName }) => {
    const text = fold(`${body}\n${lectureName}\n${courseName}`);
    return words.every((word) => text.includes(word));
  });
}

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}+/gu, "")
    .toLowerCase();
