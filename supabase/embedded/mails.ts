import { readFile } from "node:fs/promises";

/** How mails are sent. */
export type MailOptions = {
  /** The address of an SMTP server: `smtp://user:password@host:port`, or `smtps://`. */
  smtpUrl: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
  /** Whether an account can be used only after a link in a mail was opened. */
  confirmSignUps: boolean;
};

/** The kinds of mails and their subjects, as in `config.toml`. */
export const SUBJECTS = {
  confirmation: "Confirm your email address",
  magic_link: "Your link to log in to Lectern",
  recovery: "Set a new password for Lectern",
  email_change: "Confirm your new email address",
  email_changed: "The email address of your Lectern account was changed",
  password_changed: "The password of your Lectern account was changed",
} as const;

export type Mail = {
  kind: keyof typeof SUBJECTS;
  to: string;
  /** The values that the templates use, except the site's address. */
  variables: { TokenHash?: string; Email?: string; NewEmail?: string; OldEmail?: string };
};

/** Access to an SMTP server. Both functions reject with the reason if the server cannot be used. */
export type MailSender = {
  send(mail: Mail): Promise<void>;
  /** Connects and logs in like `send`, but sends nothing. */
  check(): Promise<void>;
};

const TIMEOUT_MS = 10_000;

/** Creates the sender of mails from the templates in `supabase/templates`, as HTML and as plain text. */
export async function createMailSender(
  { smtpUrl, from }: Pick<MailOptions, "smtpUrl" | "from">,
  siteUrl: string,
): Promise<MailSender> {
  const { createTransport } = await import("nodemailer");
  const { hostname, username } = new URL(smtpUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url: smtpUrl,
    // A password is not sent through a network in clear text, unless the address ends with ?requireTLS=false.
    requireTLS: username !== "" && !isLocal,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ kind, to, variables }) {
      const values = { ...variables, SiteURL: siteUrl };
      const [html, text] = await Promise.all([readTemplate(`${kind}.html`), readTemplate(`${kind}.txt`)]);
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject: SUBJECTS[kind],
        html: fillTemplate(html, values, escapeHtml),
        text: fillTemplate(text, values),
        // Asks for no automatic replies, such as out-of-office notices.
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    check: async () => {
      await transport.verify();
    },
  };
}

const readTemplate = (file: string) => readFile(new URL(`../templates/${file}`, import.meta.url), "utf8");

/**
 * Replaces each `{{ .Name }}` by its value.
 * @throws {Error} naming a value that is missing
 */
function fillTemplate(
  template: string,
  values: Record<string, string | undefined>,
  encode = (text: string) => text,
): string {
  return template.replace(/\{\{ \.(\w+) \}\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A template of a mail names ${name}, which is not known.`);
    return encode(value);
  });
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Sends a mail about a completed change. If the mail cannot be sent, the change remains. */
export async function sendNote(mails: MailSender | undefined, mail: Mail): Promise<void> {
  await mails?.send(mail).catch((error) => {
    console.error("A mail could not be sent:", describeMailFailure(error));
  });
}

/** Why a mail could not be sent, for the log: without addresses. */
export function describeMailFailure(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, "…");
}
