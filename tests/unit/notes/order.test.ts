import { expect, test } from "vitest";
import { createRandom } from "../../../bench/random.ts";
import { placeNote, searchNotes, sortNotes } from "../../../lib/notes/order.ts";
import type { ListedNote } from "../../../lib/notes/types.ts";

let created = 0;
const note = (courseName: string, lecture: number, seconds: number, body = ""): ListedNote => ({
  id: `${courseName}-${lecture}-${seconds}-${++created}`,
  recordId: lecture,
  videoId: null,
  courseId: courseName,
  courseName,
  institution: null,
  lectureId: String(lecture),
  lectureName: `Lecture ${lecture}`,
  seconds,
  until: null,
  body,
  createdAt: created,
});
const places = (notes: readonly ListedNote[]) =>
  notes.map(({ courseName, recordId, seconds }) => `${courseName} ${recordId} ${seconds}`);

test("a new note stands at its moment, in its lecture, behind its course, or at the end", () => {
  const known = [note("A", 1, 10), note("A", 1, 30), note("A", 2, 5), note("B", 3, 1)];
  const withNew = (fresh: ListedNote) => places(placeNote(known, fresh));
  expect(withNew(note("A", 1, 20))[1]).toBe("A 1 20");
  expect(withNew(note("A", 1, 1))[0]).toBe("A 1 1");
  expect(withNew(note("A", 1, 30))[2]).toBe("A 1 30");
  expect(withNew(note("A", 1, 99))[2]).toBe("A 1 99");
  expect(withNew(note("A", 9, 1))[3]).toBe("A 9 1");
  expect(withNew(note("C", 1, 1))[4]).toBe("C 1 1");
  expect(placeNote([], known[0]!)).toEqual([known[0]]);
});

test("a changed note takes the place of the one before", () => {
  const known = [note("A", 1, 10), note("A", 1, 30)];
  const changed = { ...known[0]!, body: "changed" };
  expect(placeNote(known, changed)).toEqual([changed, known[1]]);
});

test("a device's notes are put in order, whatever order they were written in", () => {
  const random = createRandom(9);
  const ordered = ["A", "b"].flatMap((course) =>
    [1, 2, 10].flatMap((lecture) => [1, 5, 70].map((seconds) => note(course, lecture, seconds))),
  );
  for (let round = 0; round < 20; round++) {
    const shuffled = ordered.toSorted(() => random.next() - 0.5);
    expect(places(sortNotes(shuffled))).toEqual(places(ordered));
    expect(places(ordered.reduce(placeNote<ListedNote>, []))).toEqual(places(ordered));
  }
});

test.each([
  ["", 3],
  ["  ", 3],
  ["newton", 1],
  ["NEWTON laws", 1],
  ["laws newton", 1],
  ["etude", 1],
  ["lecture 2", 1],
  ["mechanics", 2],
  ["newton mechanics zzz", 0],
])("a search for %j finds %d notes", (query, count) => {
  const notes = [
    note("Mechanics", 1, 1, "Newton’s three laws"),
    note("Mechanics", 2, 2),
    note("Painting", 3, 3, "Étude"),
  ];
  expect(searchNotes(notes, query)).toHaveLength(count);
});
