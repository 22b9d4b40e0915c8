import { openCatalogue } from "../catalogue.ts";
import { measurePeople } from "../growth/people.ts";
import type { Part } from "../part.ts";

/** Increases only the rows of progress; `npm run bench -- growth --progress N` also increases the lectures. */
export const part: Part = {
  name: "learners",
  title: "What learners and administrators ask, with many rows of progress beside few (time of the database)",
  async run(context) {
    const size = context.isShort ? 400 : 10_000;
    const open = async (nth: number) => ({
      size,
      ...(await openCatalogue(context, size, { withPresets: false, nth })),
    });
    const rows = context.sizes?.progress ?? (context.isShort ? 2_000 : 10_000_000);
    return measurePeople(context, await open(1), await open(2), rows);
  },
};
