import {
  Agent,
  request as ask,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { type LoopbackServer, startLoopbackServer } from "../tests/loopback-server.ts";

const PICTURES = "https://i.ytimg.com";
/** Has the length of the real origin, because the data in a page states the byte length of its longer texts. */
const STAND_IN = "http://i.ytimg.test";
const TEXT = /^(text\/|application\/(javascript|json))/;
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/** Browser flags with which pages from `startFront` load their thumbnails from a server on this machine. */
export function withPictures(flags: readonly string[], { url }: LoopbackServer): string[] {
  const rule = `MAP ${new URL(STAND_IN).hostname} ${new URL(url).host}`;
  const option = "--host-resolver-rules=";
  return flags.map((flag) => (flag.startsWith(option) ? flag.replace(option, `${option}${rule} , `) : flag));
}

/**
 * Starts a server in front of the product that sends the same answers with two changes: it replaces the thumbnails'
 * host in pages, scripts and the content security policy by a host that this machine serves; and without
 * `options.scripts`, it removes the scripts from pages.
 */
export function startFront(product: string, options: { scripts: boolean }): Promise<LoopbackServer> {
  const agent = new Agent({ keepAlive: true });
  const assets = new Map<string, Buffer>();
  const listener: RequestListener = async (incoming, outgoing) => {
    try {
      const answer = await forward(product, agent, incoming);
      const headers = translateHeaders(answer);
      if (!TEXT.test(headers["content-type"] ?? "") || answer.statusCode === 304) {
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
        return;
      }
      const url = incoming.url ?? "/";
      const content = await buffer(answer);
      const body = assets.get(url) ?? gzipSync(translate(content, options.scripts));
      // These file names contain a content hash. The cache keeps their compression out of the measured times.
      if (url.startsWith("/_next/static/")) assets.set(url, body);
      send(outgoing, answer.statusCode ?? 502, headers, body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  };
  return startLoopbackServer(listener, { name: "localhost" });
}

function forward(product: string, agent: Agent, { method, url, headers }: IncomingMessage) {
  const { host: _host, ...sent } = headers;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const target = new URL(url ?? "/", product);
    ask(target, { method, agent, headers: { ...sent, "accept-encoding": "identity" } }, resolve)
      .on("error", reject)
      .end();
  });
}

function translateHeaders({ headers }: IncomingMessage): Record<string, string> {
  const {
    "content-length": _length,
    "transfer-encoding": _encoding,
    connection: _connection,
    ...kept
  } = headers;
  const texts = Object.entries(kept).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(texts.map(([name, value]) => [name, value.replaceAll(PICTURES, STAND_IN)]));
}

function translate(body: Buffer, scripts: boolean): string {
  const text = body.toString("utf8").replaceAll(PICTURES, STAND_IN);
  return scripts ? text : text.replace(SCRIPTS, "");
}

function send(outgoing: ServerResponse, status: number, headers: Record<string, string>, body: Buffer) {
  outgoing.writeHead(status, { ...headers, "content-encoding": "gzip", "content-length": body.length });
  outgoing.end(body);
}
