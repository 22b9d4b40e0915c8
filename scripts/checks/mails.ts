import { ask, field } from "./ask.ts";
import { type Finding, fine, unknown, wrong } from "./finding.ts";
import type { Target } from "./target.ts";

/** Checks where links in mails lead, and reads whether a sign-up has to be confirmed by such a link. */
export async function checkMailLinks(target: Target): Promise<Finding> {
  const settings = await ask(target, "/auth/v1/settings", "publishableKey");
  // The auth service refuses an invalid link with a redirect to the address that links in mails lead to.
  const refused = await ask(target, "/auth/v1/verify?token=none&type=signup", "publishableKey");
  const location = "failure" in refused ? null : refused.location;
  if (!location) return unknown("Where links in mails lead to cannot be read.");
  const leadsTo = originOf(location);
  if (leadsTo !== originOf(target.siteUrl))
    return wrong(
      `Links in mails lead to ${leadsTo}, visitors use ${originOf(target.siteUrl)}.`,
      "Make them the same: the project's Site URL (Authentication › URL Configuration) and SITE_URL.",
    );
  const waits = field(settings, "mailer_autoconfirm") === false;
  return fine(`Links in mails lead to ${leadsTo}; sign-up ${waits ? "waits for one" : "needs none"}.`);
}

/** The origin of an address. A text that is not an address is returned unchanged. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
