import type { IncomingMessage, ServerResponse } from "node:http";
import { type LoopbackServer, startLoopbackServer } from "../loopback-server.ts";

/** Stands where the app stands: what a proxy hands on can be seen, and what it gets back be chosen. */
export class RecordingApp {
  /** Requests as they came in, with their bodies where these have been read. */
  readonly requests: IncomingMessage[] = [];
  /** Answers the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end("app");

  #server?: LoopbackServer;

  async start(): Promise<string> {
    this.#server = await startLoopbackServer((request, response) => {
      this.requests.push(request);
      this.answer(request, response);
    });
    return this.#server.url;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /** Answers everything with the same headers, and a body that tells one answer from another. */
  answerWith(headers: Record<string, string>): void {
    let count = 0;
    this.answer = (_, response) => response.writeHead(200, headers).end(`answer ${++count}`);
  }
}
