import { expect, test } from "vitest";
import { holdsQuery } from "../../../lib/page-cache/holds-query.ts";

test.each([
  ['"q":"?token=secret"', true],
  ['"c":["","course","mechanics?_rsc=Text that is not of Next"]', true],
  ['"c":["","course","mechanics?x"]', true],
  ['"c":["","course","mechanics?_rsc=1a2b3"],"q":""', false],
  ['"c":["","course","mechanics?_rsc="]', false],
  ['"c":["","course","why%3F"],"children":["\\"c\\":[\\"?","What is x?"]', false],
])("the data %s", (rsc, holds) => {
  expect(holdsQuery(rsc)).toBe(holds);
  expect(holdsQuery(Buffer.from(rsc))).toBe(holds);
});
