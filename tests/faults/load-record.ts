/** What became of the requests of a load. */
export class LoadRecord {
  /** How many answers of each kind there were, such as `read 200` or `write no answer`. */
  readonly answers = new Map<string, number>();
  /** What must not be at any time: an answer with the wrong content, a learner who is told to sign in. */
  readonly wrong: string[] = [];
  /** How many requests have ended, whatever came. */
  requests = 0;
  /** Those of them that had no good answer, such as `read answered 503: The catalogue is away`. */
  readonly failures: string[] = [];

  /**
   * Sends a request and notes the answer. While a part is down, an answer may fail to come, or be 503 with the time to
   * wait; anything else but 2xx is wrong.
   * @returns the answer's text where it is 2xx, else undefined
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
