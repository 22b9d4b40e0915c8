import { strToU8, Zip, ZipDeflate } from "fflate";
import { type CourseNotes, fileNames, toMarkdown } from "./markdown.ts";

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
      const file = new ZipDeflate(names[next++] ?? "", { level: 6 });
      zip.add(file);
      file.push(strToU8(toMarkdown(course, options)), true);
      // Yields to the event loop, so that other work is not delayed.
      await new Promise((resolve) => setTimeout(resolve));
    },
  });
}
