import { createHash } from "node:crypto";

/**
 * Identifies what a learner sees of a question, its text and its options in their order, so that an answer is checked
 * against what was chosen from. It tells nothing of the correct option.
 */
export function textVersion({ question, options }: { question: string; options: string[] }): string {
  return createHash("sha256")
    .update(JSON.stringify([question, options]))
    .digest("base64url")
    .slice(0, 16);
}
