import { afterAll, expect, test } from "vitest";
import { runShort, shareProduct } from "../../bench/part.ts";
import { part as keptPages } from "../../bench/parts/kept-pages.ts";
import { part as largeImport } from "../../bench/parts/large-import.ts";
import { part as learners } from "../../bench/parts/learners.ts";
import { part as memory } from "../../bench/parts/memory.ts";
import { part as navigation } from "../../bench/parts/navigation.ts";
import { part as page } from "../../bench/parts/page.ts";
import { part as specifiedWay } from "../../bench/parts/specified-way.ts";
import { part as weight } from "../../bench/parts/weight.ts";

// These tests check only that the benchmark works, not how fast anything is.

const { product, stop } = shareProduct(() => {});
afterAll(stop, 60_000);

// The part that the short form has is in tests/e2e/bench.spec.ts, where the product runs already.
test.each([page, weight, keptPages, specifiedWay, navigation, memory, largeImport, learners])(
  "the part $name measures and compares",
  { timeout: 300_000 },
  async (part) => {
    const rows = await runShort(part, product);
    expect(rows.length).toBeGreaterThan(0);
    for (const { name, value, compared } of rows) {
      expect(value, name).toBeGreaterThan(0);
      expect(compared?.value, name).toBeGreaterThanOrEqual(0);
    }
  },
);
