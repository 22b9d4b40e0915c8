import { freePort } from "../../tests/free-port.ts";
import { launch } from "../../tests/launch.ts";
import type { Product } from "../../tests/product.ts";
import { startShippedProxy } from "../../tests/proxy/nginx.ts";
import { load } from "../load.ts";
import { type Context, type Part, type Row, summarize } from "../part.ts";

/** What sharing costs: three app servers behind the shipped nginx.conf, compared with one, on the same cores. */
export const part: Part = {
  name: "servers",
  title: "Three app servers behind nginx.conf, beside one behind it; all of it shares the cores",
  async run(context) {
    const product = await context.product();
    const servers = await Promise.all([1, 2, 3].map(() => startServer(context, product.environment)));
    const one = await startShippedProxy(...servers.slice(0, 1));
    const three = await startShippedProxy(...servers);
    context.defer(one.stop);
    context.defer(three.stop);
    const path = "/course/classical-mechanics";
    for (const server of servers) await fetch(server + path);
    // With a cookie, nginx asks an app server for each page instead of using its own cache.
    const kinds = { "a page that the app keeps": { Cookie: "measured=1" }, "a page that nginx keeps": {} };
    const rows: Row[] = [];
    for (const [kind, headers] of Object.entries(kinds)) {
      context.log(kind);
      const measure = (proxy: { url: string }) =>
        load(proxy.url + path, {
          connections: context.isShort ? 2 : 24,
          seconds: context.isShort ? 0.2 : 3,
          headers,
        });
      const values: number[] = [];
      const compared: number[] = [];
      for (const proxy of [one, three]) await measure(proxy);
      for (let round = 0; round < (context.isShort ? 1 : 7); round++) {
        values.push(await measure(three));
        compared.push(await measure(one));
      }
      const ratio = summarize(values.map((value, round) => value / compared[round]!)).value;
      rows.push({
        name: kind,
        ...summarize(values),
        unit: "requests/s",
        compared: { name: "one server", ...summarize(compared) },
        ratio,
        goal: "no less",
        isMet: ratio >= 1,
      });
    }
    return rows;
  },
};

/** Starts an app server on the product's backend, in the shipped configuration; resolves with its address. */
async function startServer(
  { defer }: Context,
  { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY }: Product["environment"],
): Promise<string> {
  const PORT = String(await freePort());
  const supabase = { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY };
  const server = launch({ ...supabase, LECTERN_UPLOADS: "app", PORT });
  defer(() => server.stop());
  await server.ready;
  return `http://127.0.0.1:${PORT}`;
}
