import { type Answer, field, request } from "./ask.ts";
import { type Finding, fine, unknown, wrong } from "./finding.ts";
import { projectOf, type Target } from "./target.ts";

/** The mails that the auth service sends for the product: the setting of each template, and its dashboard name. */
const TEMPLATES = {
  mailer_templates_confirmation_content: "Confirm signup",
  mailer_templates_recovery_content: "Reset password",
  mailer_templates_magic_link_content: "Magic link",
  mailer_templates_email_change_content: "Change email address",
};

/**
 * Checks settings of a hosted project that no key can read: whether links in mails work in every browser, whether the
 * auth service counts each visitor separately, and whether it asks for the old password before it sets a new one. The
 * management API returns them for an access token.
 */
export async function checkProjectSettings(
  target: Target,
  accessToken: string | undefined,
  managementApi = "https://api.supabase.com",
): Promise<Finding[]> {
  const project = projectOf(target);
  if (!project || !accessToken)
    return [
      ...(project ? checkKind(target) : []),
      unknown(
        "Mail templates and IP address forwarding cannot be read with the keys.",
        project
          ? "Set SUPABASE_ACCESS_TOKEN to an access token of your account, and they are checked too."
          : "Links in templates have to carry {{ .TokenHash }}; forwarding has to be on.",
      ),
    ];
  const answer = await request(`${managementApi}/v1/projects/${project}/config/auth`, target.timeoutMs, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if ("failure" in answer || answer.status !== 200) {
    const reason = "failure" in answer ? answer.failure : `it answers ${answer.status}`;
    return [unknown(`The project's settings cannot be read: ${reason}.`, "Check SUPABASE_ACCESS_TOKEN.")];
  }
  return [
    ...checkKind(target),
    checkTemplates(answer),
    checkForwarding(answer),
    ...checkPasswordChanges(answer),
  ];
}

function checkTemplates(settings: Answer): Finding {
  const withCodes = Object.entries(TEMPLATES).filter(([name]) => {
    const content = field(settings, name);
    // If no template is set, the service uses its default one, whose link carries a code.
    return (
      typeof content !== "string" || content.includes(".ConfirmationURL") || !content.includes(".TokenHash")
    );
  });
  if (withCodes.length === 0) return fine("Links in mail templates are good in every browser.");
  const names = withCodes.map(([, name]) => name).join(", ");
  return wrong(
    `Mail templates carry codes, which are good only in the browser that asked: ${names}.`,
    "Replace them by those of supabase/templates, with `supabase config push` or by hand (Authentication › Emails).",
  );
}

/** The auth service trusts a forwarded visitor address only if the request has a new secret key. */
function checkKind({ secretKey }: Target): Finding[] {
  if (secretKey.startsWith("sb_secret_")) return [];
  return [
    wrong(
      "The secret key is an older one, with which the auth service counts all visitors as one.",
      "Make a key that begins with sb_secret_ (Project Settings › API Keys), and set SUPABASE_SECRET_KEY to it.",
    ),
  ];
}

function checkForwarding(settings: Answer): Finding {
  return field(settings, "security_sb_forwarded_for_enabled") === true
    ? fine("The auth service counts each visitor by their own address.")
    : wrong(
        "IP address forwarding is off: the auth service counts all visitors as one, and refuses sign-ins in a busy minute.",
        "Turn it on (Authentication › Rate Limits).",
      );
}

/** The app itself asks for the old password on every backend. A service from before February 2026 has no such setting. */
function checkPasswordChanges(settings: Answer): Finding[] {
  const isRequired = field(settings, "security_update_password_require_current_password");
  if (typeof isRequired !== "boolean") return [];
  return [
    isRequired
      ? fine("The auth service sets a new password only with the old one.")
      : wrong(
          "The auth service sets a new password for any valid access token, without the old password.",
          "Turn on “Require current password when updating” (Authentication › Sign In / Providers › Email).",
        ),
  ];
}
