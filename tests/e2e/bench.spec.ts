import { runShort } from "../../bench/part.ts";
import { part } from "../../bench/parts/watching.ts";
import { expect, test } from "./fixtures.ts";

// This checks only that the benchmark works, not how fast anything is. Parts that take longer, or start a browser or an
// installation of their own, are in tests/launcher/bench-parts.long.ts.
test("the benchmark's part watching measures and compares", { tag: "@long" }, async ({ product }) => {
  const rows = await runShort(part, async () => product);
  expect(rows.length).toBeGreaterThan(0);
  for (const { name, value, compared } of rows) {
    expect(value, name).toBeGreaterThan(0);
    expect(compared?.value, name).toBeGreaterThanOrEqual(0);
  }
});
