/** What became of the requests of a load. */
export class Record {
  /** How many answers of each kind there were, such as `read 200` or `write no answer`. */
  readonly answers = new Map<string, number>();
  /** What must not be at any time: an answer with the wrong content, a learner who is told to sign in. */
  readonly wrong: string[] = [];

  /**
   * Sends a request and notes the answer. While a part is down, an answer may fail to come, or be 503 with the time to
   * wait; anything else but 2xx is wrong.
   * @returns the answer's text where it is 2xx, else undefined
   */
  async note(kind: string, request: Promise<Response>): Promise<string | undefined> {
    const [status, text] = await request
      .then(
        async (answer) => [answer, await answer.text()] as const,
        (error) => [error, ""] as const,
      )
      .catch((error) => [error, ""] as const);
    if (!(status instanceof Response)) {
      this.#count(`${kind} ${status.name === "TimeoutError" ? "silence" : "no answer"}`);
      if (status.name === "TimeoutError") this.wrong.push(`${kind} was not answered`);
      return undefined;
    }
    this.#count(`${kind} ${status.status}`);
    if (status.ok) return text;
    const isOutage = status.status === 503 && status.headers.has("Retry-After");
    if (!isOutage) this.wrong.push(`${kind} answered ${status.status}: ${text.slice(0, 200)}`);
    return undefined;
  }

  /** How many requests had no good answer. */
  get failures(): number {
    return [...this.answers].reduce(
      (sum, [kind, count]) => (kind.endsWith(" 200") || kind.endsWith(" 202") ? sum : sum + count),
      0,
    );
  }

  #count(kind: string): void {
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
  }
}
