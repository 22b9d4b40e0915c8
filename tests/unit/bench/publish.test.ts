import { expect, test } from "vitest";
import { mergeSections } from "../../../bench/publish.ts";

const machine = { processor: "P", cores: 2, memoryGB: 24, system: "linux x64", node: "v24" };
const run = (date: string, name: string, value: number) => ({
  date,
  machine,
  parts: { [name]: { title: `Part ${name}`, rows: [{ name: "row", value, unit: "ms" }] } },
});

test("publishing a part replaces its section and keeps those of other parts", () => {
  const first = mergeSections("", run("2026-01-01T00:00:00Z", "search", 1));
  const both = mergeSections(first, run("2026-01-02T00:00:00Z", "growth", 2));
  const again = mergeSections(both, run("2026-01-03T00:00:00Z", "search", 3));

  expect(again.match(/^## .*/gm)).toEqual(["## Part growth", "## Part search"]);
  expect(again).toContain("`npm run bench -- growth`, 2026-01-02");
  expect(again).toContain("`npm run bench -- search`, 2026-01-03");
  expect(again).toContain("| row | 3 ms |");
  expect(again).not.toContain("| row | 1 ms |");
});
