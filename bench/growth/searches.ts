import { MATCHES_NAMED } from "../../lib/catalogue/search.ts";
import { type Context, type Row, summarize } from "../part.ts";
import { chooseTerms } from "../search-terms.ts";
import { type Catalogues, labelOf, takeTurns, timeOf } from "./turns.ts";

const READ_PAGE = `select * from search_catalogue($1, ${MATCHES_NAMED})`;

/** Times the search page's query in each catalogue, with texts from the smallest one's titles and hostile texts. */
export async function timeSearches(context: Context, catalogues: Catalogues): Promise<Row[]> {
  const [small] = catalogues;
  const titles = await small.sql`select "lecture name" as name from lectures where id % 7 = 0 order by id`;
  const terms = chooseTerms(
    titles.map((row) => row.name),
    context.isShort ? 70 : 150,
  );
  context.log("measuring the search");
  const found: { term: string; times: number[] }[] = [];
  for (const term of terms) {
    const times = await takeTurns(catalogues, context.isShort ? 1 : 3, ({ sql }) =>
      timeOf(() => sql.unsafe(READ_PAGE, [term], { prepare: true })),
    );
    found.push({ term, times: times.map((rounds) => summarize(rounds).value) });
  }
  return catalogues.slice(1).flatMap(({ size }, index) => {
    const at = (place: number, of: number) => {
      const sorted = found.toSorted((a, b) => a.times[of]! - b.times[of]!);
      return sorted[Math.min(Math.floor(sorted.length * place), sorted.length - 1)]!;
    };
    const suffix = catalogues.length > 2 ? `, ${labelOf(size)}` : "";
    return (
      [
        ["median of all texts", 0.5],
        ["95th percentile", 0.95],
        ["the slowest", 1],
      ] as const
    ).map(([what, place]): Row => {
      const [large, before] = [at(place, index + 1), at(place, 0)];
      const [value, compared] = [large.times[index + 1]!, before.times[0]!];
      return {
        name: `search, ${what} (${JSON.stringify(large.term)})${suffix}`,
        value,
        unit: "ms",
        compared: { name: labelOf(small.size), value: compared },
        ratio: value / compared,
      };
    });
  });
}
