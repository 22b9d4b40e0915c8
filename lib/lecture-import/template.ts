import { headerLine, type LectureCells, lectureLine } from "./export-lectures.ts";

const course = {
  course_name: "Example Course: Vectors and Matrices",
  course_description: "What the course is about, in a few sentences.",
  subject: "Mathematics",
  instructor: "One Lecturer, Another Lecturer",
  institution: "Example University",
  seo_slug: "example-course-vectors-and-matrices",
};

const examples: LectureCells[] = [
  {
    ...course,
    image: "https://i.ytimg.com/vi/oR6G1MUMveE/hqdefault.jpg",
    lecture_number: 1,
    lecture_name: "Introduction",
    youtube: "https://www.youtube.com/watch?v=oR6G1MUMveE",
    keywords: "vectors, linear algebra",
    view_rate: 12.5,
    views: 12345,
  },
  {
    ...course,
    image: null,
    lecture_number: 2,
    lecture_name: "Vector notation",
    youtube: "https://youtu.be/vVspolIKPgc",
    keywords: null,
    view_rate: null,
    views: null,
  },
];

/** A file with every column of an import, and example lectures to be replaced. */
export function templateFile(): string {
  return (
    headerLine("spreadsheets") + examples.map((lecture) => lectureLine(lecture, "spreadsheets")).join("")
  );
}
