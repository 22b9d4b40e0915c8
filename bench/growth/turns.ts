import type { Catalogue } from "../catalogue.ts";
import { type Row, summarize } from "../part.ts";

/** A catalogue, with its number of generated lectures. */
export type SizedCatalogue = Catalogue & { size: number };
export type Catalogues = [small: SizedCatalogue, ...larger: SizedCatalogue[]];

/** The times of all rounds at one size, in ms. */
type Times = number[];

/**
 * Times something at every size in turn, so that other load on the machine affects all sizes equally. `timeOnce`
 * resolves with the milliseconds of one round at one size; the first round is a warm-up and is not counted.
 */
export async function takeTurns<Item>(
  items: readonly Item[],
  rounds: number,
  timeOnce: (item: Item, index: number) => Promise<number>,
): Promise<Times[]> {
  const times: Times[] = items.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, item] of items.entries()) {
      const time = await timeOnce(item, index);
      if (round > 0) times[index]?.push(time);
    }
  }
  return times;
}

/** One row for each larger size, compared with the smallest. The ratio is the median of the ratios of the rounds. */
export function compareTimes(
  name: string,
  labels: readonly string[],
  times: readonly Times[],
  goal?: { most: number },
): Row[] {
  const [small = [], ...larger] = times;
  return larger.map((large, index) => {
    const ratio = summarize(large.map((time, round) => time / (small[round] ?? Number.NaN))).value;
    return {
      name: larger.length > 1 ? `${name}, ${labels[index + 1]}` : name,
      ...summarize(large),
      unit: "ms",
      compared: { name: labels[0] ?? "", ...summarize(small) },
      ratio,
      ...(goal && { goal: `at most ${goal.most}`, isMet: ratio <= goal.most }),
    };
  });
}

/** A count with its noun, as in "10,000 lectures". */
export const labelOf = (count: number, noun = "lectures") => `${count.toLocaleString("en")} ${noun}`;

/** How long some work takes, in ms. */
export async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
