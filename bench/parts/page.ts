import { startShippedProxy } from "../../tests/proxy/nginx.ts";
import { startFileServer } from "../file-server.ts";
import { load } from "../load.ts";
import { type Context, type Part, type Row, summarize } from "../part.ts";

/** An address of the page, and the file server's address that it is compared with, with the same compression. */
type Pair = { name: string; url: string; file: string; fileUrl: string; gzip?: true; goal: number };

const ALONE = 0.06;
const PROXIED = 0.8;

/** Connections stay open as long as the server allows, and are opened again when it closes them. */
export const part: Part = {
  name: "page",
  title:
    "Home page, beside nginx serving the same HTML as a file; all of it, the client too, shares the cores",
  async run(context) {
    const product = await context.product();
    const app = product.environment.BASE_URL.replace("localhost", "127.0.0.1");
    // The host that visitors use, for requests to the app and through the proxy: the app refuses any other host.
    const { host } = new URL(app);
    const proxy = await startShippedProxy(app);
    context.defer(proxy.stop);
    const html = await (await fetch(app)).text();
    const file = await startFileServer(html);
    context.defer(file.stop);
    const [plain, ready, each] = ["plain", "gzip", "each"].map((name) => `${file.url}/${name}`) as string[];
    const pairs: Pair[] = [
      { name: "app alone", url: app, file: "file", fileUrl: plain!, goal: ALONE },
      {
        name: "app alone, gzip",
        url: app,
        file: "file, compressed each time",
        fileUrl: each!,
        gzip: true,
        goal: ALONE,
      },
      { name: "behind nginx.conf", url: proxy.url, file: "file", fileUrl: plain!, goal: PROXIED },
      {
        name: "behind nginx.conf, gzip",
        url: proxy.url,
        file: "compressed file",
        fileUrl: ready!,
        gzip: true,
        goal: PROXIED,
      },
    ];
    const rows: Row[] = [];
    for (const connections of context.isShort ? [2] : [1, 50]) {
      for (const pair of pairs) rows.push(await compare(pair, connections, host, context));
    }
    return rows;
  },
};

/** Measures both in turn, so that other load on the machine affects both equally. */
async function compare(
  pair: Pair,
  connections: number,
  host: string,
  { isShort, log }: Context,
): Promise<Row> {
  const name = `${pair.name}, ${connections === 1 ? "1 connection" : `${connections} connections`}`;
  log(name);
  const seconds = isShort ? 0.2 : 2;
  const headers: Record<string, string> = { Host: host, ...(pair.gzip && { "Accept-Encoding": "gzip" }) };
  const values: number[] = [];
  const compared: number[] = [];
  for (const url of [pair.url, pair.fileUrl]) await load(url, { connections, seconds: seconds / 4, headers });
  for (let round = 0; round < (isShort ? 1 : 7); round++) {
    values.push(await load(pair.url, { connections, seconds, headers }));
    compared.push(await load(pair.fileUrl, { connections, seconds, headers }));
  }
  const ratio = summarize(values.map((value, round) => value / compared[round]!)).value;
  return {
    name,
    ...summarize(values),
    unit: "requests/s",
    compared: { name: `nginx, ${pair.file}`, ...summarize(compared) },
    ratio,
    ...(connections === 50 && { goal: `at least ${pair.goal}`, isMet: ratio >= pair.goal }),
  };
}
