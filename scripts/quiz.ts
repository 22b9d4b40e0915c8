import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { importQuestions, type QuestionImport } from "../lib/quiz/import-questions.ts";
import { withoutSession } from "../lib/supabase/client.ts";
import type { Database } from "../lib/supabase/database.types.ts";
import { withBackend } from "./command-backend.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run quiz -- import file.csv`: imports questions into the question bank. Exits with 1 if a row was rejected;
// the valid rows are imported all the same.

const USAGE = `Usage: npm run quiz -- import file.csv

Columns: course slug, question, options (separated by |; \\| is a bar in an option),
correct option (its letter) and explanation. A question that is there already is updated.`;

async function main([command, file, ...more]: string[]): Promise<number> {
  if (command !== "import" || !file || more.length > 0) return fail(USAGE);
  const readable = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!readable) return fail(`${file} cannot be read.`);
  if ((await stat(file)).isDirectory()) return fail(`${file} is a directory. Name a file in it.`);
  const settings = loadSettings();
  return withBackend(settings, async (backend) => {
    const client = createClient<Database>(backend.url, backend.secretKey, { auth: withoutSession });
    const result = await importQuestions(client, createReadStream(file));
    if (!result.ok) return fail(result.message);
    report(result);
    return result.rejections.length > 0 ? 1 : 0;
  });
}

function report({ inserted, updated, unchanged, rejections }: QuestionImport): void {
  for (const { rowNumber, faults } of rejections) {
    for (const { column, value, reason } of faults) {
      console.error(`Row ${rowNumber}, ${column ?? "the whole row"}: ${reason} (${JSON.stringify(value)})`);
    }
  }
  console.log(
    `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejections.length} rejected`,
  );
}

await runCommand(main, USAGE);
