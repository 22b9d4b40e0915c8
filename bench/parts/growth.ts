import { openCatalogue } from "../catalogue.ts";
import { timeImports } from "../growth/imports.ts";
import { timePages } from "../growth/pages.ts";
import { measurePeople } from "../growth/people.ts";
import { timeSearches } from "../growth/searches.ts";
import { measureSizes } from "../growth/sizes.ts";
import type { SizedCatalogue } from "../growth/turns.ts";
import type { Context, Row } from "../part.ts";

export const name = "growth";
export const title = "The pages' queries at a million lectures beside ten thousand (time of the database)";

export async function run(context: Context): Promise<Row[]> {
  const [small, ...larger] = chooseSizes(context);
  const catalogues: [SizedCatalogue, ...SizedCatalogue[]] = [
    { size: small, ...(await openCatalogue(context, small, { withPresets: false })) },
  ];
  for (const size of larger) catalogues.push({ size, ...(await openCatalogue(context, size)) });
  const people = context.sizes?.progress;
  return [
    ...(await timePages(context, catalogues)),
    ...(await timeSearches(context, catalogues)),
    ...(await measureSizes(catalogues)),
    ...(people ? await measurePeople(context, catalogues[0], catalogues.at(-1)!, people) : []),
    ...(await timeImports(context, catalogues)),
  ];
}

/** Ten thousand lectures and a million. A requested size is added if it is larger, else it replaces the million. */
function chooseSizes({ isShort, sizes }: Context): [number, ...number[]] {
  const [small, large] = isShort ? [400, 1_200] : [10_000, 1_000_000];
  const asked = sizes?.lectures ?? large;
  return asked > large ? [small, large, asked] : [small, asked];
}
