import { expect, it } from "vitest";
import { presets } from "../../../lib/lecture-import/files.ts";

it("there are 13, from 4 to 16", () => {
  expect(presets).toHaveLength(13);
  expect(presets[0]).toEqual({
    label: "Import Master Lectern-4",
    fileName: "Master_-_Lectern-4.csv",
    path: "/data/Master_-_Lectern-4.csv",
  });
  expect(presets[12]?.label).toBe("Import Master Lectern-16");
  expect(new Set(presets.map(({ path }) => path)).size).toBe(13);
});
