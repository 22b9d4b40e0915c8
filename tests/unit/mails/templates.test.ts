import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMailedLink } from "../../../lib/auth/mailed-link.ts";
import { SUBJECTS } from "../../../supabase/embedded/mails.ts";
import { root } from "../../run.ts";

/** The templates, and the kind of link that the auth service mails by each. */
const TYPES = {
  confirmation: "signup",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
  invite: "invite",
} as const;

const directory = join(root, "supabase/templates");
const read = (file: string) => readFileSync(join(directory, file), "utf8");

/** What the auth service's template engine makes of a template; a variable that it does not know fails. */
function fill(template: string): string {
  const variables: Record<string, string> = {
    SiteURL: "https://lectern.example.org",
    TokenHash: "pkce_0123456789abcdef",
    Email: "ada@example.com",
    NewEmail: "ada@example.org",
  };
  return template.replace(/\{\{ \.(\w+) \}\}/g, (_all, name) => {
    if (!variables[name]) throw new Error(`no such variable: ${name}`);
    return variables[name];
  });
}

const linksIn = (mail: string) => [
  ...new Set(mail.replaceAll("&amp;", "&").match(/https:\/\/[^\s"<]+/g) ?? []),
];

test("every template is there as HTML and as plain text, and named in the settings", () => {
  const files = Object.keys(TYPES).flatMap((name) => [`${name}.html`, `${name}.txt`]);
  expect(readdirSync(directory).sort()).toEqual(files.sort());
  const settings = readFileSync(join(root, "supabase/config.toml"), "utf8");
  for (const name of Object.keys(TYPES)) {
    expect(settings).toContain(`[auth.email.template.${name}]`);
    expect(settings).toContain(`content_path = "./supabase/templates/${name}.html"`);
  }
});

test("the embedded backend's mails have the subjects of the settings", () => {
  const settings = readFileSync(join(root, "supabase/config.toml"), "utf8");
  for (const [name, subject] of Object.entries(SUBJECTS))
    expect(settings).toContain(`[auth.email.template.${name}]\nsubject = "${subject}"`);
});

test.each(Object.entries(TYPES))(
  "the link of the %s mail is read as %s, good in every browser",
  (name, type) => {
    for (const file of [`${name}.html`, `${name}.txt`]) {
      const [link, ...others] = linksIn(fill(read(file)));
      expect(others).toEqual([]);
      const { origin, pathname, search } = new URL(link!);
      expect(origin + pathname).toBe("https://lectern.example.org/auth/confirm");
      expect(readMailedLink(search).proof).toEqual({ tokenHash: "pkce_0123456789abcdef", type });
    }
  },
);

test.each(Object.keys(TYPES))("the %s mail says the same as HTML and as plain text", (name) => {
  const words = (text: string) => fill(text).replaceAll("&amp;", "&").split(/\s+/).filter(Boolean);
  const html = read(`${name}.html`)
    .replace(/<(head)[\s\S]*<\/head>/, "")
    .replace(/<[^>]+>/g, " ");
  const inHtml = words(html);
  // The plain text has a colon before the address, which the HTML has as a button.
  const missing = words(read(`${name}.txt`)).filter((word) => !inHtml.includes(word.replace(/:$/, "")));
  expect(missing.filter((word) => !inHtml.includes(word))).toEqual([]);
});

test.each(Object.keys(TYPES))(
  "the %s mail looks like the others: only words and the link's kind differ",
  (name) => {
    const frameOf = (name: string) =>
      read(`${name}.html`)
        .replace(/(<(?:title|h1|p|a|td)\b[^>]*>)[^<]*/g, "$1")
        .replace(/type=\w+/g, "");
    expect(frameOf(name)).toBe(frameOf("confirmation"));
  },
);
