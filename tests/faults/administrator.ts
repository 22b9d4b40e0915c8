import postgres from "postgres";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import { sendUpload } from "../tus.ts";
import type { Installation } from "./installation.ts";

const email = "admin@example.com";
const password = "a good password";

/** An administrator who talks to the app as the pages of the console do. */
export class Administrator {
  readonly #installation: Installation;
  #cookies = "";

  private constructor(installation: Installation) {
    this.#installation = installation;
  }

  /** Signs up, gets the role, and signs in. */
  static async signUp(installation: Installation): Promise<Administrator> {
    const administrator = new Administrator(installation);
    await administrator.send("POST", "/api/auth/sign-up", { email, password });
    const sql = postgres((await findRunningDatabase(installation.dataDir)) as string, { max: 1 });
    await sql`insert into user_roles select id, 'admin' from auth.users where email = ${email}`;
    await sql.end();
    return Administrator.signIn(installation);
  }

  /** Signs in, maybe to another server of the same installation. */
  static async signIn(installation: Installation): Promise<Administrator> {
    const administrator = new Administrator(installation);
    const answer = await administrator.send("POST", "/api/auth/sign-in", { email, password });
    administrator.#cookies = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
    return administrator;
  }

  /** Uploads a file and starts its import; returns the id of the job. */
  async importFile(fileName: string, csv: string): Promise<string> {
    const bytes = new TextEncoder().encode(csv);
    const file = { fileName, fileSize: bytes.length };
    const address = await (await this.send("POST", "/api/imports/upload-address", file)).json();
    const headers = { ...this.#headers, ...address.headers };
    await sendUpload({ url: new URL(address.url, this.#installation.url).href, headers }, bytes);
    const job = { ...file, filePath: address.filePath };
    const { id } = await (await this.send("POST", "/api/imports", job)).json();
    await this.process(id);
    return id;
  }

  /** Sends the request that starts a job, which the Retry button also sends. */
  async process(jobId: string): Promise<void> {
    await this.send("POST", "/api/process-csv-import", { jobId });
  }

  /** Starts the undo of a job; returns the id of the job that undoes it. */
  async undo(jobId: string): Promise<string> {
    return (await (await this.send("POST", `/api/imports/${jobId}/undo`, {})).json()).id;
  }

  get #headers(): Record<string, string> {
    return { origin: this.#installation.url, cookie: this.#cookies };
  }

  private async send(method: string, path: string, body: object) {
    const answer = await fetch(new URL(path, this.#installation.url), {
      method,
      headers: { "Content-Type": "application/json", ...this.#headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}
