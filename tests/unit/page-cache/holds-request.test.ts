import { expect, test } from "vitest";
import { holdsRequest } from "../../../lib/page-cache/holds-request.ts";

test.each([
  ['"q":"?token=secret"', true],
  ['"c":["","course","mechanics?_rsc=Text that is not of Next"]', true],
  ['"c":["","course","mechanics?x"]', true],
  ['"c":["","course","mechanics?_rsc=1a2b3"],"q":""', false],
  ['"c":["","course","mechanics?_rsc="]', false],
  ['"c":["","course","why%3F"],"children":["\\"c\\":[\\"?","What is x?"]', false],
])("the data %s", (rsc, holds) => {
  expect(holdsRequest({ rsc })).toBe(holds);
  expect(holdsRequest({ rsc: Buffer.from(rsc) })).toBe(holds);
});

test.each([
  ['<script nonce="x" src="/a.js">', true],
  ["<p>&lt;script nonce=&quot;x&quot;</p>", false],
])("the HTML %s", (html, holds) => expect(holdsRequest({ html })).toBe(holds));
