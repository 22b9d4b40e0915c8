import { readFile } from "node:fs/promises";

/** How mails are sent. */
export type MailOptions = {
  /** The address of an SMTP server: `smtp://user:password@host:port`, or `smtps://`. */
  smtpUrl: string;
  /** Whom they are from: an address, or `Name <address>`. */
  from: string;
  /** Whether an account can be used only once a link in a mail was opened. */
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
  /** What the templates name, but for the site's address. */
  variables: { TokenHash?: string; Email?: string; NewEmail?: string; OldEmail?: string };
};

/** The way to an SMTP server. Both functions reject with the reason when it cannot be used. */
export type MailSender = {
  send(mail: Mail): Promise<void>;
  /** Connects and logs in, as sending does, and sends nothing. */
  check(): Promise<void>;
};

const TIMEOUT_MS = 10_000;

/** Sends mails of the templates in `supabase/templates`, as HTML and as plain text. */
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
        // Answers of machines, such as notes of absence, are not wanted.
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
 * Puts values in the place of `{{ .Name }}`.
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

/** Sends a mail about what was done. That it cannot be sent undoes nothing. */
export async function sendNote(mails: MailSender | undefined, mail: Mail): Promise<void> {
  await mails?.send(mail).catch((error) => {
    console.error("A mail could not be sent:", describeMailFailure(error));
  });
}

/** Why a mail could not be sent, without addresses: for the log. */
export function describeMailFailure(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, "…");
}
