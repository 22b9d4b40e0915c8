/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)] as T;
  }

  list<T>(length: number, make: (index: number) => T): T[] {
    return Array.from({ length }, (_, index) => make(index));
  }
}

/** The bytes in chunks that are cut anywhere, some of them empty; single bytes at times, where they are few. */
export async function* cut(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  const lengths = bytes.length > 500 ? [40, 1000, 10_000] : [1, 2, 5, 40];
  const longest = random.pick([...lengths, bytes.length]);
  for (let start = 0; start < bytes.length; ) {
    const end = start + random.integer(longest === 1 ? 1 : 0, longest);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Runs a test once for each seed from 1 on, and says with which one it failed. */
export async function forSeeds(count: number, test: (random: Random) => Promise<void>): Promise<void> {
  for (let seed = 1; seed <= count; seed++) {
    try {
      await test(new Random(seed));
    } catch (error) {
      throw new Error(`With seed ${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}
