import { strToU8, Zip, ZipDeflate } from "fflate";
import { type CourseNotes, fileNames, toMarkdown } from "./markdown.ts";

/** A zip file with the Markdown of each course, made and given out one course after the other. */
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
      // What else waits has its turn.
      await new Promise((resolve) => setTimeout(resolve));
    },
  });
}
