import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands where the app stands: what a proxy hands on can be seen, and what it gets back be chosen. */
export class RecordingApp {
  /** Requests as they came in, with their bodies where these have been read. */
  readonly requests: IncomingMessage[] = [];
  /** Answers the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end("app");

  readonly #server = createServer((request, response) => {
    this.requests.push(request);
    this.answer(request, response);
  });

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Answers everything with the same headers, and a body that tells one answer from another. */
  answerWith(headers: Record<string, string>): void {
    let count = 0;
    this.answer = (_, response) => response.writeHead(200, headers).end(`answer ${++count}`);
  }
}
