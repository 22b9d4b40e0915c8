import { createRandom, type Random } from "../../../bench/random.ts";

/** The bytes in chunks of random length, some of them empty; short inputs sometimes come in single bytes. */
export async function* cut(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  const lengths = bytes.length > 500 ? [40, 1000, 10_000] : [1, 2, 5, 40];
  const longest = random.pick([...lengths, bytes.length]);
  for (let start = 0; start < bytes.length; ) {
    const end = start + random.between(longest === 1 ? 1 : 0, longest);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Runs a test once for each seed from 1 to `count`; the error names the seed that failed. */
export async function forSeeds(count: number, test: (random: Random) => Promise<void>): Promise<void> {
  for (let seed = 1; seed <= count; seed++) {
    try {
      await test(createRandom(seed));
    } catch (error) {
      throw new Error(`With seed ${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}
