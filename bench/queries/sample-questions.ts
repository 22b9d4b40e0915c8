/** Questions of a course, as JSON text that the database functions accept. */
export function questions(course: string, count: number): string {
  const rows = Array.from({ length: count }, (_, row) => ({
    course_id: course,
    question: `Query ${row}`,
    options: ["One", "Two"],
    correct_answer: 0,
    explanation: null,
  }));
  return JSON.stringify(rows);
}
