import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { textVersion } from "../../lib/quiz/text-version.ts";
import { root } from "../run.ts";
import type { Installation } from "./installation.ts";
import type { Session } from "./session.ts";

type Read = {
  kind: string;
  send(session: Session): Promise<Response>;
  /** Whether the text of a response has the right content. */
  isRight(text: string): boolean;
};

/** Imports the questions for `listReads` with the quiz command; must be called first. */
export async function importQuiz({ settings }: Installation): Promise<void> {
  const file = `tests/fixtures/quiz/${QUIZ_COURSE}.csv`;
  const env = { ...process.env, ...settings };
  await promisify(execFile)(process.execPath, ["scripts/quiz.ts", "import", file], { cwd: root, env });
}

/** The requests of visitors: one page of each kind, the courses for the planner, an answer to a quiz question. */
export async function listReads(installation: Installation): Promise<Read[]> {
  const client = await installation.client();
  const { data: question } = await client
    .from("quiz_questions")
    .select("id, question, options, correct_answer")
    .order("id")
    .limit(1)
    .single()
    .throwOnError();
  const { data: largest } = await client
    .from("subject_summaries")
    .select("subject")
    .order("course_count", { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  const subject = encodeURIComponent(largest.subject);
  const page = (kind: string, path: string, content: string): Read => ({
    kind,
    send: (session) => session.send("GET", path),
    isRight: (text) => text.includes(content),
  });
  return [
    page("home", "/", `/courses/${subject}`),
    page("subject", `/courses/${subject}`, "/course/"),
    page("course", `/course/${QUIZ_COURSE}`, "youtube"),
    page("search", "/search?q=vectors", "/course/"),
    page("quiz", `/tests?course=${QUIZ_COURSE}`, "dot product"),
    page("planner", "/api/courses", QUIZ_COURSE),
    {
      kind: "answer",
      send: (session) =>
        session.send("POST", "/api/quiz/answer", {
          questionId: question.id,
          option: question.correct_answer,
          textVersion: textVersion(question),
        }),
      isRight: (text) => JSON.parse(text).correct === true,
    },
  ];
}

/** The course of the questions in tests/fixtures/quiz. */
const QUIZ_COURSE = "linear-algebra-vectors-and-spaces";
