import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMailedLink } from "../../../lib/auth/mailed-link.ts";
import { SUBJECTS } from "../../../supabase/embedded/mails.ts";
import { root } from "../../run.ts";

/** The templates, and the kind of link that the auth service sends with each. */
const TYPES = {
  confirmation: "signup",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
  invite: "invite",
} as const;

/** The templates that report a change, and the page that each links to. */
const NOTES = { email_changed: "/auth", password_changed: "/auth?forgotten" } as const;
const KINDS = [...Object.keys(TYPES), ...Object.keys(NOTES)];

const directory = join(root, "supabase/templates");
const read = (file: string) => readFileSync(join(directory, file), "utf8");

/** Fills a template like the auth service's template engine; an unknown variable throws. */
function fill(template: string): string {
  const variables: Record<string, string> = {
    SiteURL: "https://lectern.example.org",
    TokenHash: "pkce_0123456789abcdef",
    Email: "ada@example.com",
    NewEmail: "ada@example.org",
    OldEmail: "ada@example.net",
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
  const files = KINDS.flatMap((name) => [`${name}.html`, `${name}.txt`]);
  expect(readdirSync(directory).sort()).toEqual(files.sort());
  const settings = readFileSync(join(root, "supabase/config.toml"), "utf8");
  for (const name of KINDS) {
    expect(settings).toContain(`[auth.email.${name in TYPES ? "template" : "notification"}.${name}]\n`);
    expect(settings).toContain(`content_path = "./supabase/templates/${name}.html"`);
  }
});

test("the embedded backend's mails have the subjects of the settings", () => {
  const settings = readFileSync(join(root, "supabase/config.toml"), "utf8");
  for (const [name, subject] of Object.entries(SUBJECTS))
    expect(settings).toMatch(new RegExp(`\\.${name}\\]\n(enabled = true\n)?subject = "${subject}"`));
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

test.each(Object.entries(NOTES))("the %s mail leads to %s", (name, page) => {
  for (const file of [`${name}.html`, `${name}.txt`])
    expect(linksIn(fill(read(file)))).toEqual([`https://lectern.example.org${page}`]);
});

test.each(KINDS)("the %s mail says the same as HTML and as plain text", (name) => {
  const words = (text: string) => fill(text).replaceAll("&amp;", "&").split(/\s+/).filter(Boolean);
  const html = read(`${name}.html`)
    .replace(/<(head)[\s\S]*<\/head>/, "")
    .replace(/<[^>]+>/g, " ");
  const inHtml = words(html);
  // The plain text has a colon before the URL, where the HTML has a button.
  const missing = words(read(`${name}.txt`)).filter((word) => !inHtml.includes(word.replace(/:$/, "")));
  expect(missing.filter((word) => !inHtml.includes(word))).toEqual([]);
});

test.each(KINDS)("the %s mail looks like the others: only words and the link differ", (name) => {
  const frameOf = (name: string) =>
    read(`${name}.html`)
      .replace(/(<(?:title|h1|p|a|td)\b[^>]*>)[^<]*/g, "$1")
      .replace(/href="[^"]*"/g, "");
  expect(frameOf(name)).toBe(frameOf("confirmation"));
});
