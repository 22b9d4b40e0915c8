import { test } from "vitest";
import { isLongForm } from "./long-form.ts";

/** A test of the long form alone: others of the short form use most of the code that it uses. */
export const longTest: (name: string, run: () => unknown) => void = isLongForm ? test : () => {};
