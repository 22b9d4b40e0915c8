import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type postgres from "postgres";
import { test as base } from "./fixtures.ts";
import { runCommand } from "./run-command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The course that the sample file has questions for. */
export const sampleCourse = {
  id: "linear-algebra-vectors-and-spaces",
  name: "Linear algebra: Vectors and spaces",
  file: `${root}tests/fixtures/quiz/linear-algebra-vectors-and-spaces.csv`,
};

type BankRow = {
  question: string;
  options: string[];
  correct_answer: number;
  explanation: string | null;
};

/** The question bank, which is emptied after the test. */
class QuizBank {
  private readonly sql: postgres.Sql;
  private readonly baseUrl: string;

  constructor(sql: postgres.Sql, baseUrl: string) {
    this.sql = sql;
    this.baseUrl = baseUrl;
  }

  /** Runs `npm run quiz -- …` while the app runs. */
  command(...args: string[]): Promise<{ code: number; output: string }> {
    return runCommand("quiz", args, { SITE_URL: this.baseUrl });
  }

  rows(): Promise<BankRow[]> {
    return this.sql`select question, options, correct_answer, explanation from quiz_questions order by id`;
  }

  /** Adds questions to the sample course. */
  async add(...rows: BankRow[]): Promise<void> {
    const withCourse = rows.map((row) => ({ course_id: sampleCourse.id, ...row }));
    for (const row of withCourse) await this.sql`insert into quiz_questions ${this.sql(row)}`;
  }

  /** Adds questions "Q1", "Q2" … to the sample course: the correct option is "right", at varying positions. */
  async fill(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => {
      const options = ["wrong", "also wrong", "not right", "wrong as well"];
      options.splice(index % 4, 1, "right");
      return {
        question: `Q${index + 1}`,
        options,
        correct_answer: index % 4,
        explanation: index % 2 ? `Reason ${index + 1}` : null,
      };
    });
    await this.add(...rows);
  }

  async change(values: Partial<BankRow>): Promise<void> {
    await this.sql`update quiz_questions set ${this.sql(values)}`;
  }

  async empty(): Promise<void> {
    await this.sql`delete from quiz_questions`;
  }
}

export const test = base.extend<{ bank: QuizBank }>({
  bank: async ({ sql, baseURL }, use) => {
    const bank = new QuizBank(sql, baseURL ?? "");
    await use(bank);
    await bank.empty();
  },
});

export { expect };

export const quizPath = `/tests?course=${sampleCourse.id}`;

export const startQuiz = async (page: Page) => {
  await page.goto(quizPath);
  await page.getByRole("button", { name: "Start Quiz" }).click();
};

/** The options of the current question. */
export const optionsOf = (page: Page) => page.getByRole("group").getByRole("radio");
