import { type Product, startProduct } from "../tests/product.ts";

/** One figure of the benchmark, with the figure of the same run that it is compared with. */
export type Row = {
  /** What was measured, as in "home page, 50 connections". */
  name: string;
  /** Median, in `unit`. */
  value: number;
  /** The lowest and the highest value of the rounds. */
  spread?: readonly [number, number];
  /** "ms", "kB", "requests/s", "rows/s" … */
  unit: string;
  /** What it is compared with, measured in the same run and in the same unit. */
  compared?: { name: string; value: number; spread?: readonly [number, number] };
  /** The ratio that the goal is about. */
  ratio?: number;
  /** The goal in words, as in "at most 1.2". */
  goal?: string;
  /** Whether the goal is reached; left out if there is no goal. */
  isMet?: boolean;
};

export type BareContext = {
  /** Whether the run is shortened: small sizes and few rounds, to check that the benchmark itself works. */
  isShort: boolean;
  /** Sizes that replace the usual ones, for parts that support it: lectures, and rows of learners' progress. */
  sizes?: { lectures?: number; progress?: number };
  /** Prints the current step on the terminal. */
  log(line: string): void;
  /** Registers a clean-up to run after the part; the last one registered runs first. */
  defer(cleanUp: () => Promise<unknown>): void;
};

export type Context = BareContext & {
  /** The product with its presets, shared by the parts that change nothing; started at the first call. */
  product(): Promise<Product>;
};

/** The product of the context, started once for all parts of a run; `stop` stops it if it was started. */
export function shareProduct(log: (line: string) => void) {
  let started: Promise<Product> | undefined;
  return {
    product: () => {
      if (!started) log("Starting the product");
      started ??= startProduct();
      return started;
    },
    stop: async () => (await started)?.stop(),
  };
}

/** A part of the benchmark: `npm run bench -- NAME` runs it alone. */
export type Part = {
  name: string;
  /** The heading of its table. */
  title: string;
  run(context: Context): Promise<Row[]>;
};

/** Runs a part in its short form, and ends what it started. */
export async function runShort(part: Part, product: Context["product"]): Promise<Row[]> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    return await part.run({ isShort: true, product, log: () => {}, defer: (end) => endings.push(end) });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

/** The median of some numbers, and their range. */
export function summarize(values: readonly number[]): { value: number; spread: readonly [number, number] } {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[0], sorted.at(-1)];
  const upper = sorted[middle] ?? Number.NaN;
  const value = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
  return { value, spread: [low, high] };
}
