import { countOf, formatCount } from "../catalogue/display.ts";
import type { MergePreview } from "./types.ts";

/** Messages about corrections, for editors. */
export const correctionMessages = {
  saved: "Saved",
  unchanged: "Nothing was changed",
  deleted: "Deleted",
  added: "Lecture added",
  gone: "It is not there any more",
  conflict: "It was changed by another editor meanwhile. Your text is still here, with theirs beside it.",
  lectureTaken: "There is a lecture of this number and name in the course already",
  courseTaken: "There is a course of this name already. Merge the two instead.",
  slugTaken: "Another course has this slug already",
  renamed: "Renamed",
  merged: "Merged",
  moved: "Moved",
  takenBack: "Taken back",
  partlyTakenBack:
    "What could be taken back was. The rest has been changed since, or learners have begun with it.",
  noCourse: "Choose a course",
  mixed: "Different from lecture to lecture. What you type here is given to all of them.",
} as const;

/** Why lectures were not moved: the course has one of them, of this name, or two of them are alike. */
export function describeTakenMove(name: string | null | undefined): string {
  return name
    ? `“${name}” is in that course already: there is a lecture of the same number and name`
    : "Two of them have the same number and name";
}

/** `2 lectures move. 1 is in both courses: that of “Algebra” stays. 3 learners’ progress follows. …` */
export function describeMerge({ moved, joined, learners, questions }: MergePreview, into: string): string {
  const move = moved > 0 && `${countOf(moved, "lecture")} ${moved === 1 ? "moves" : "move"}.`;
  const both = `${joined === 1 ? "is" : "are"} in both courses: ${joined === 1 ? "that" : "those"} of “${into}” ${joined === 1 ? "stays" : "stay"}.`;
  const join = joined > 0 && `${moved > 0 ? formatCount(joined) : countOf(joined, "lecture")} ${both}`;
  const follow =
    learners > 0 && `${countOf(learners, "learner")}’${learners === 1 ? "s" : ""} progress follows.`;
  const quiz =
    questions > 0 && `${countOf(questions, "quiz question")} ${questions === 1 ? "follows" : "follow"}.`;
  return [move, join, follow, quiz].filter(Boolean).join(" ");
}

/** The warning before a subject gets the name of another subject. */
export const subjectTaken = (name: string, courses: number) =>
  `There is a subject “${name}” already, with ${countOf(courses, "course")}: the two become one`;
