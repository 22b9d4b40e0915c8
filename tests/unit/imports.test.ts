import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../run.ts";

// Which folder may import which, for every folder of the code. A folder that is missing here fails the first test,
// so a new domain must be added to the order.

/** Folders of `lib` and `components` in layers: a folder imports those of earlier layers only. */
const LAYERS = {
  lib: [
    ["supabase", "page-cache"],
    ["auth", "catalogue", "csv"],
    ["api"],
    ["player", "watching", "progress", "planner", "quiz", "lecture-import"],
    ["notes"],
    ["admin"],
    ["corrections"],
    ["video-health"],
  ],
  components: [
    ["ui"],
    ["api"],
    ["auth"],
    ["site"],
    ["progress"],
    ["notes"],
    ["player"],
    ["catalogue", "planner", "quiz"],
    ["profile", "admin", "continue"],
  ],
};

type Import = { file: string; line: string; target: string; isType: boolean };

/** Every import in the files below some folders; targets are paths from the root, or package names. */
function listImports(...folders: string[]): Import[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => readImports(join(folder, name))),
  );
}

function readImports(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = text.matchAll(/^(?:import|export)(\s+type\b)?[^"';]*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm);
  return [...found].map(([, type, statement, call]) => {
    const source = statement ?? call ?? "";
    const target = source.startsWith("@/")
      ? source.slice(2)
      : source.startsWith(".")
        ? relative(root, join(root, dirname(file), source))
        : source;
    return { file, line: `${file} imports ${target}`, target, isType: type !== undefined };
  });
}

const folderOf = (path: string, layer: string) => new RegExp(`^${layer}/([^/.]+)/`).exec(path)?.[1];
const isServerFile = (path: string) => /\.server(\.ts)?$/.test(path);
const lines = (imports: Import[]) => imports.map(({ line }) => line);

for (const [layer, order] of Object.entries(LAYERS)) {
  test(`every folder of ${layer} has its place in the order of imports`, () => {
    const folders = readdirSync(join(root, layer), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(order.flat().sort());
  });

  test(`a folder of ${layer} imports folders of earlier layers only`, () => {
    const rank = (folder: string) => order.findIndex((folders) => folders.includes(folder));
    const wrong = listImports(layer).filter(({ file, target }) => {
      const to = folderOf(target, layer);
      const from = folderOf(file, layer);
      return to && to !== from && (!from || rank(to) >= rank(from));
    });
    expect(lines(wrong)).toEqual([]);
  });
}

test("lib imports lib alone, and by relative path, so that plain Node runs it", () => {
  const wrong = listImports("lib").filter(({ file, target }) => {
    const text = readFileSync(join(root, file), "utf8");
    return /^(app|components|scripts|supabase|tests|bench)\//.test(target) || text.includes('"@/');
  });
  expect(lines(wrong)).toEqual([]);
});

/** What Next loads as a part of itself. */
const PARTS_OF_NEXT = ["lib/page-cache/handler.ts"];

test("a pure file of lib imports no server file, no React, no Next at run time and no Supabase", () => {
  const wrong = listImports("lib").filter(
    ({ file, target, isType }) =>
      !isType &&
      !isServerFile(file) &&
      !PARTS_OF_NEXT.includes(file) &&
      folderOf(file, "lib") !== "supabase" &&
      (isServerFile(target) || /^(react|react-dom|next\/|@supabase\/)/.test(target)),
  );
  expect(lines(wrong)).toEqual([]);
});

test("components import no server file, no Supabase and nothing of app", () => {
  const wrong = listImports("components").filter(
    ({ target }) =>
      isServerFile(target) || /^(@supabase\/|lib\/supabase\/|app\/|scripts\/|tests\/)/.test(target),
  );
  expect(lines(wrong)).toEqual([]);
});

test("components/ui knows nothing of the product", () => {
  const wrong = listImports("components/ui").filter(({ target }) =>
    /^(lib|app|components\/(?!ui\/))/.test(target),
  );
  expect(lines(wrong)).toEqual([]);
});

test("a page asks lib, and only lib asks Supabase", () => {
  const wrong = listImports("app").filter(({ target }) =>
    /^(@supabase\/|scripts\/|tests\/|supabase\/)/.test(target),
  );
  expect(lines(wrong)).toEqual([]);
});

test("the embedded backend knows nothing of the app", () => {
  const wrong = listImports("supabase/embedded").filter(({ target }) =>
    /^(app|components|lib|scripts)\//.test(target),
  );
  expect(lines(wrong)).toEqual([]);
});
