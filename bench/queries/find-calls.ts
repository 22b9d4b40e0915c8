import { glob, readFile } from "node:fs/promises";

/** `.rpc("name"` or `.from("name"`, also across several lines. */
const CALL = /\.(?:rpc|from)\(\s*"(\w+)"/g;

/**
 * Every place in the app's code that queries the database, such as `lib/catalogue/queries.server.ts home_page`, with
 * a number from the second call of the same name in a file on.
 */
export async function findCalls(root: URL): Promise<string[]> {
  const sites: string[] = [];
  const rooms = ["lib", "app", "components"].map((room) => `${room}/**/*.{ts,tsx}`);
  for await (const file of glob(rooms, { cwd: root })) {
    const counts = new Map<string, number>();
    for (const [, name = ""] of (await readFile(new URL(file, root), "utf8")).matchAll(CALL)) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      sites.push(`${file} ${name}${count > 1 ? ` ${count}` : ""}`);
    }
  }
  return sites.sort();
}

/** Describes the differences: calls in the code that the list does not have, and the reverse. */
export async function compareWithCode(root: URL, queries: readonly { site: string }[]): Promise<string[]> {
  const asked = await findCalls(root);
  const listed = queries.map(({ site }) => site);
  return [
    ...asked.filter((site) => !listed.includes(site)).map((site) => `${site} is not in app-queries.ts`),
    ...listed.filter((site) => !asked.includes(site)).map((site) => `${site} is in app-queries.ts alone`),
  ];
}
