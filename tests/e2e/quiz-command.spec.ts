import { readFile, writeFile } from "node:fs/promises";
import { share } from "../long-form.ts";
import { expect, sampleCourse, test } from "./quiz-bank.ts";

test("the command names bad rows, takes good ones and updates those that are there", async ({
  bank,
}, info) => {
  const file = info.outputPath("questions.csv");
  const head = "course slug,question,options,correct option,explanation\n";
  await writeFile(
    file,
    `${head}${sampleCourse.id},One?,a|b,A,\nno-such,Two?,a|b,A,\n${sampleCourse.id},Three?,a|b,C,\n`,
  );
  const first = await bank.command("import", file);
  expect(first.code).toBe(1);
  expect(first.output).toContain('Row 3, course slug: no course of the catalogue has this slug ("no-such")');
  expect(first.output).toContain('Row 4, correct option: not a letter from A to B ("C")');
  expect(first.output).toContain("1 inserted, 0 updated, 0 unchanged, 2 rejected");
  const sample = await readFile(sampleCourse.file, "utf8");
  await writeFile(file, `${sample}${sampleCourse.id},One?,a|b|c,C,Because\n`);
  const second = await bank.command("import", file);
  expect(second.output).toContain("15 inserted, 1 updated, 0 unchanged, 0 rejected");
  expect(second.code).toBe(0);
  const [updated, ...more] = await bank.rows();
  expect(updated).toEqual({
    question: "One?",
    options: ["a", "b", "c"],
    correct_answer: 2,
    explanation: "Because",
  });
  expect(more).toHaveLength(15);
  // All but the first are refused by one condition.
  const unusable = [["import", "no-such-file.csv"], ["import"], [], ["export", file], ["import", file, "x"]];
  for (const args of share(unusable, 4)) {
    const { code, output } = await bank.command(...args);
    expect(code, args.join(" ")).toBe(1);
    expect(output).toMatch(/Usage|cannot be read/);
    expect(output).not.toContain("at file:");
  }
});
