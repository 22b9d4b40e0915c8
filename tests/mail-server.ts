import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const USER = "lectern";
const PASSWORD = "pa55word";

/** An SMTP server that requires a password and stores the mails it receives, or rejects them if `refuses` is set. */
export async function startMailServer() {
  const state = { refuses: false, mails: [] as Email[] };
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) =>
      username === USER && password === PASSWORD
        ? answer(null, { user: USER })
        : answer(new Error("Invalid username or password")),
    onMailFrom: (_address, _session, answer) =>
      answer(state.refuses ? new Error("The mailbox of ada@example.org is full") : null),
    onData: async (stream, _session, answer) => {
      state.mails.push(await PostalMime.parse(await buffer(stream)));
      answer();
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    mailsTo: (address: string) => state.mails.filter(({ to }) => to?.some((one) => one.address === address)),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

/** The URL that a mail links to, which is the same in its HTML and its text form. */
export function linkIn({ html = "", text = "" }: Email): URL {
  const links = [html.replaceAll("&amp;", "&"), text].flatMap(
    (form) => form.match(/https?:\/\/[^\s"<]+/g) ?? [],
  );
  const [link, ...others] = new Set(links);
  if (!link || others.length > 0) throw new Error(`The mail has ${others.length + 1} links, or none.`);
  return new URL(link);
}
