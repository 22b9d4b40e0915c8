import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { type CourseNotes, fileNames, toMarkdown } from "./markdown.ts";

/** Bytes below which a file is stored as it is: preparing to compress one takes longer than writing it. */
const SHORT = 4096;

/** A stream of a zip file with the Markdown of each course, generated one course after the other. */
export function zipNotes(
  courses: readonly CourseNotes[],
  options: Parameters<typeof toMarkdown>[1],
): ReadableStream<Uint8Array> {
  const names = fileNames(courses);
  let next = 0;
  let zip: Zip;
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, data, isLast) => {
        if (error) return controller.error(error);
        controller.enqueue(data);
        if (isLast) controller.close();
      });
    },
    async pull() {
      const course = courses[next];
      if (!course) return zip.end();
      const text = strToU8(toMarkdown(course, options));
      const name = names[next++] ?? "";
      const file = text.length < SHORT ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      zip.add(file);
      file.push(text, true);
      // Yields to the event loop, so that other work is not delayed.
      await new Promise((resolve) => setTimeout(resolve));
    },
  });
}
