import { createInterface } from "node:readline/promises";

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream };

const NO_TERMINAL = "There is no terminal to ask on. Add --yes to go on without being asked.";

/**
 * Asks a question on the terminal. Resolves with null if the answer is accepted, otherwise with the reason why the
 * command stops: another answer, or no terminal.
 */
export async function ask(
  question: string,
  accepts: (answer: string) => boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<string | null> {
  if (!input.isTTY) return NO_TERMINAL;
  const terminal = createInterface({ input, output });
  // Ctrl-D ends the question without an answer.
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question(`${question} `), closed]);
  terminal.close();
  return accepts(answer.trim()) ? null : "Nothing was changed.";
}

export const isYes = (answer: string) => /^y(es)?$/i.test(answer);
