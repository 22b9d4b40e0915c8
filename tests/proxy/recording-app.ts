import type { IncomingMessage, ServerResponse } from "node:http";
import { type LoopbackServer, startLoopbackServer } from "../loopback-server.ts";

/** A stand-in for the app behind a proxy: it records the forwarded requests, and tests set its responses. */
export class RecordingApp {
  /** The requests received. */
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

  /** Answers every request with the same headers, and with a numbered body that identifies the response. */
  answerWith(headers: Record<string, string>): void {
    let count = 0;
    this.answer = (_, response) => response.writeHead(200, headers).end(`answer ${++count}`);
  }
}
