"use client";

import { useEffect, useRef, useState } from "react";
import { type FieldsDraft, readDraft } from "@/components/api/draft.client";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { EmailField, PasswordField } from "@/components/auth/fields";
import { buttonClasses } from "@/components/ui/button";
import { EmailAddress } from "@/components/ui/email-address";
import { authMessages } from "@/lib/auth/messages";
import { AccountSection } from "./account-section";
import { Changeable } from "./changeable.client";

type EmailProps = { userId: string; email: string; isMailSent: boolean };

export function Email({ userId, email, isMailSent }: EmailProps) {
  const draft: FieldsDraft = { form: "email", owner: userId, fields: ["email"] };
  // Null once the user is done with the message about the mail.
  const [sentTo, setSentTo] = useState<string | null>();
  const address = (
    <p className="font-semibold wrap-anywhere">
      <EmailAddress address={email} />
    </p>
  );
  return (
    <AccountSection
      title="Email"
      text={`You log in with it.${isMailSent ? " A new one counts once you open the link in a mail." : ""}`}
    >
      {sentTo ? (
        <LinkSent email={sentTo} onClose={() => setSentTo(null)} />
      ) : isMailSent ? (
        <Changeable
          action="Change email"
          form={() => <EmailForm draft={draft} onSuccess={setSentTo} />}
          isOpenAtFirst={readDraft(draft) !== null}
          takesFocus={sentTo === null}
        >
          {address}
        </Changeable>
      ) : (
        <>
          {address}
          <p className="mt-2 text-sm text-quiet">{authMessages.noMailForEmail}</p>
        </>
      )}
    </AccountSection>
  );
}

function EmailForm({ draft, onSuccess }: { draft: FieldsDraft; onSuccess: (email: string) => void }) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ emailChangeSchema }) => emailChangeSchema),
    path: "/api/auth/email",
    defaultValues: { email: "", currentPassword: "" },
    draft,
    fieldOf: ({ code }) =>
      code === "wrong_password" ? "currentPassword" : code === "same_email" ? "email" : undefined,
    onSuccess: ({ email }) => onSuccess(email),
  });
  return (
    <Form form={form}>
      <EmailField label="New email" autoComplete="email" autoFocus {...form.field("email")} />
      <PasswordField label="Current password" {...form.field("currentPassword")} />
      <SubmitButton isSubmitting={form.isSubmitting}>Send link</SubmitButton>
    </Form>
  );
}

/** The last step. The text is the same if no mail is sent, because another account has the address or has just asked for it. */
function LinkSent({ email, onClose }: { email: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; screen readers continue here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Check your inbox
      </h3>
      <p>
        We have sent a mail to{" "}
        <strong className="wrap-anywhere">
          <EmailAddress address={email} />
        </strong>
        . Your address changes once you open the link in it. If your present address gets a link as well, open
        both.
      </p>
      <p className="text-sm text-quiet">
        No mail after a few minutes? Please look in your spam folder, too. An address that belongs to another
        account gets none, and one that was sent such a link a minute ago gets no second one.
      </p>
      <button type="button" onClick={onClose} className={buttonClasses("outline", "mt-1")}>
        Done
      </button>
    </div>
  );
}
