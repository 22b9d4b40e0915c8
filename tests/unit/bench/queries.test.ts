import { expect, test } from "vitest";
import { listAppQueries } from "../../../bench/queries/app-queries.ts";
import { compareWithCode, findCalls } from "../../../bench/queries/find-calls.ts";
import { planOf, summarizePlans } from "../../../bench/queries/plan.ts";

const root = new URL("../../../", import.meta.url);
const world = {
  lectures: 1_000_000,
  courses: 25_000,
  course: { id: "a", name: "A", subject: "S" },
  longest: "B",
  learner: "l",
  admin: "d",
  jobs: {
    pending: "1",
    processing: "2",
    failed: "3",
    rejected: "4",
    checking: "5",
    undoing: "6",
    imported: "7",
    removing: "8",
  },
  worker: "w",
  videos: ["v", "v"],
};

test("docs/queries.md misses no query of the code, and lists none that is gone", async () => {
  expect(await findCalls(root)).toContain("lib/catalogue/queries.server.ts home_page");
  expect(await compareWithCode(root, listAppQueries(world))).toEqual([]);
});

test("a query that is not listed is told", async () => {
  const [first, ...others] = listAppQueries(world);
  const listed = [...others, { site: "lib/gone.ts gone" }];
  expect(await compareWithCode(root, listed)).toEqual([
    `${first?.site} is not in app-queries.ts`,
    "lib/gone.ts gone is in app-queries.ts alone",
  ]);
});

test("a plan is told by what it reads and how, each once", () => {
  const scan = { "Node Type": "Index Scan", "Index Name": "courses_order", "Relation Name": "courses" };
  const plan = planOf(
    `duration: 0.1 ms  plan:\n${JSON.stringify({
      "Query Text": "select",
      Plan: {
        "Node Type": "Limit",
        Plans: [
          { "Node Type": "Sort", Plans: [scan, scan, { "Node Type": "Seq Scan", "Relation Name": "jobs" }] },
        ],
      },
    })}`,
  );
  expect(summarizePlans(plan ? [plan] : [])).toBe("Sort, Index Scan courses_order, Seq Scan jobs");
  expect(planOf("something else")).toBeNull();
});
