"use client";

import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { type CourseNotes, fileNames, toMarkdown } from "@/lib/notes/markdown";
import { noteMessages } from "@/lib/notes/messages";

const optionsNow = () => ({ site: location.origin, date: new Date().toISOString().slice(0, 10) });

/** Copies a course's notes as Markdown. */
export async function copyNotes(course: CourseNotes): Promise<void> {
  try {
    await navigator.clipboard.writeText(toMarkdown(course, optionsNow()));
    showToast("success", noteMessages.copied);
  } catch {
    showToast("error", noteMessages.copyFailed);
  }
}

/** Downloads a device's notes as a file made in the browser: those of `only` as Markdown, or all as a zip file. */
export async function downloadNotes(courses: CourseNotes[], only?: CourseNotes): Promise<void> {
  const options = optionsNow();
  if (only)
    return handOver(new Blob([toMarkdown(only, options)], { type: "text/markdown" }), fileNames([only])[0]);
  const archive = await import("@/lib/notes/archive").catch(() => undefined);
  if (!archive) return void showToast("error", apiMessages.unreachable);
  handOver(await new Response(archive.zipNotes(courses, options)).blob(), "notes.zip");
}

function handOver(blob: Blob, name = "notes.md"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the file only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
