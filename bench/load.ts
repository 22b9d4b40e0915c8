import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { AnswerReader } from "./answer-reader.ts";

type Load = { connections: number; seconds: number; headers?: Record<string, string> };

/**
 * Requests an address over connections that stay open; each sends its next request as soon as it has an answer.
 * Uses plain sockets, because a client that costs more than the server would mostly measure itself.
 * @param seconds the duration of a round; rounds are repeated, up to 100 in total, until there is an answer
 * @returns answers per second
 * @throws if an answer was not a 200, or if there was none
 */
export async function load(url: string, { connections, seconds, headers = {} }: Load): Promise<number> {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const reader = new AnswerReader();
  const clients = Array.from({ length: connections }, () => new Client(new URL(url), request));
  const start = performance.now();
  // On a busy machine, a short period may pass without an answer, and would give no result.
  const isAnswered = () => clients.some((client) => client.reader.answers > 0);
  for (let round = 0; round === 0 || (round < 100 && !isAnswered()); round++) await delay(seconds * 1000);
  const elapsed = (performance.now() - start) / 1000;
  for (const client of clients) {
    client.stop();
    reader.answers += client.reader.answers;
    reader.failed += client.reader.failed;
  }
  if (reader.failed > 0)
    throw new Error(`${reader.failed} of ${reader.answers} answers of ${url} were no 200.`);
  if (reader.answers === 0) throw new Error(`${url} did not answer.`);
  return reader.answers / elapsed;
}

class Client {
  readonly reader = new AnswerReader();
  readonly #url: URL;
  readonly #request: Buffer;
  readonly #buffer = Buffer.allocUnsafe(256 * 1024);
  #socket: Socket;
  #isStopped = false;

  constructor(url: URL, request: Buffer) {
    this.#url = url;
    this.#request = request;
    this.#socket = this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket.destroy();
  }

  #open(): Socket {
    const { hostname: host, port } = this.#url;
    const callback = (length: number) => {
      if (this.reader.read(this.#buffer.subarray(0, length))) socket.write(this.#request);
      return true;
    };
    const options = { host, port: Number(port), noDelay: true, onread: { buffer: this.#buffer, callback } };
    const socket = connect(options, () => socket.write(this.#request));
    socket.on("error", () => {});
    // nginx closes a connection after 1,000 answers.
    socket.on("close", () => {
      if (!this.#isStopped) this.#socket = this.#open();
    });
    return socket;
  }
}
