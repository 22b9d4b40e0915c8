const COOKIE = "lectern-session";
const PREFIX = "base64-";

/** The timeout of a request, so that no request waits for ever. */
const TIMEOUT_MS = 30_000;

/** A visitor with an address and cookies of their own. */
export class Session {
  readonly #url: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** @param address the visitor's IP address, as the proxy in front of the app reports it */
  constructor(url: string, address: string) {
    this.#url = url;
    this.#address = address;
  }

  /** The same browser session, sent to another server. */
  at(url: string): Session {
    const other = new Session(url, this.#address);
    other.take(this);
    return other;
  }

  /** Copies the cookies of another session. */
  take(other: Session): void {
    this.#cookies.clear();
    for (const [name, value] of other.#cookies) this.#cookies.set(name, value);
  }

  async send(method: string, path: string, body?: object): Promise<Response> {
    const request = () => this.#request(method, path, body);
    // Like a browser, this retries a request if its keep-alive connection was being closed.
    const answer = await request().catch((error) =>
      error.cause?.message === "other side closed" ? request() : Promise.reject(error),
    );
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    return answer;
  }

  #request(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        origin: this.#url,
        "X-Forwarded-For": this.#address,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Makes an account and signs in to it; returns the id of the account. */
  async signUp(email: string): Promise<string> {
    const account = { email, password: "a good password" };
    for (const path of ["/api/auth/sign-up", "/api/auth/sign-in"]) {
      const answer = await this.send("POST", path, account);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    }
    return (await (await this.send("GET", "/api/viewer")).json()).id;
  }

  /** Makes the next request renew the session, as if the session were about to expire. */
  age(): void {
    const parts = [...this.#cookies].filter(([name, value]) => name.startsWith(COOKIE) && value !== "");
    const whole = parts.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    const text = whole.map(([, value]) => value).join("");
    const session = JSON.parse(Buffer.from(text.slice(PREFIX.length), "base64url").toString());
    session.expires_at = Math.floor(Date.now() / 1000);
    for (const [name] of parts) this.#cookies.delete(name);
    const aged = PREFIX + Buffer.from(JSON.stringify(session)).toString("base64url");
    // A cookie can hold 4,096 bytes.
    for (const [index, part] of (aged.match(/.{1,3000}/g) ?? []).entries())
      this.#cookies.set(`${COOKIE}.${index}`, part);
  }

  #keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0(;|$)/i.test(cookie) || value === "") this.#cookies.delete(name);
    else this.#cookies.set(name, decodeURIComponent(value));
  }
}
