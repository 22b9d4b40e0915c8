/** The results of the requests of a load. */
export class LoadRecord {
  /** The number of results of each kind, such as `read 200` or `write no answer`. */
  readonly answers = new Map<string, number>();
  /** Results that must never occur: a response with the wrong content, a learner who is told to sign in. */
  readonly wrong: string[] = [];
  /** The number of finished requests, whatever their result. */
  requests = 0;
  /** The requests without a successful response, such as `read answered 503: The catalogue is away`. */
  readonly failures: string[] = [];

  /**
   * Waits for a request and records the result. While a part is down, the connection may fail or the status may be
   * 503 with `Retry-After`; any other status except 2xx, and a timeout, is wrong.
   * @returns the text of a 2xx response, otherwise undefined
   */
  async note(kind: string, request: Promise<Response>): Promise<string | undefined> {
    try {
      const answer = await request;
      const text = await answer.text();
      this.#count(`${kind} ${answer.status}`);
      if (answer.ok) return text;
      const failure = `${kind} answered ${answer.status}: ${text.slice(0, 200)}`;
      this.failures.push(failure);
      const isOutage = answer.status === 503 && answer.headers.has("Retry-After");
      if (!isOutage) this.wrong.push(failure);
    } catch (error) {
      const isSilent = (error as Error).name === "TimeoutError";
      const failure = `${kind} ${isSilent ? "silence" : `no answer: ${(error as Error).cause ?? error}`}`;
      this.#count(failure);
      this.failures.push(failure);
      if (isSilent) this.wrong.push(`${kind} was not answered`);
    }
    return undefined;
  }

  #count(kind: string): void {
    this.requests += 1;
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
  }
}
