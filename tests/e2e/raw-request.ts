import { Agent, request } from "node:http";

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Asked = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent };

const ownAgent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request with the path unchanged; browsers and `fetch` would normalise it. */
export function ask(
  base: string,
  path: string,
  { method = "GET", headers = {}, body, agent = ownAgent }: Asked = {},
): Promise<Answer> {
  const { hostname, port, host } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, path, method, headers: { host, ...headers } },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      },
    );
    sent.on("error", reject).end(body);
  });
}

/** The same as the Next.js router: follows the redirect to the URL that contains the hash of its headers. */
export async function askRouter(base: string, path: string, asked: Asked): Promise<Answer> {
  const answer = await ask(base, path, asked);
  const location = String(answer.headers.location ?? "");
  return location.includes("_rsc=") || location.endsWith("?_rsc") ? ask(base, location, asked) : answer;
}

/** Where the pages of an answer may send requests to, by its content security policy. */
export function connectionsOf({ headers }: Answer): string | undefined {
  return /connect-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];
}
