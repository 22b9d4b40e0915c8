"use client";

import { type FieldsDraft, readDraft } from "@/components/api/draft.client";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { AccountSection } from "./account-section";
import { Changeable } from "./changeable.client";

type DisplayNameProps = {
  userId: string;
  displayName: string | null;
  onChange: (displayName: string | null) => void;
};

export function DisplayName({ userId, displayName, onChange }: DisplayNameProps) {
  const draft: FieldsDraft = { form: "name", owner: userId, fields: ["displayName"] };
  return (
    <AccountSection title="Display name" text="The name that administrators see beside your address.">
      <Changeable
        isOpenAtFirst={readDraft(draft) !== null}
        action={displayName === null ? "Add a name" : "Change name"}
        form={(close) => (
          <DisplayNameForm
            displayName={displayName}
            draft={draft}
            onSuccess={(saved) => {
              onChange(saved);
              close();
            }}
          />
        )}
      >
        {displayName === null ? (
          <p className="text-quiet">You have no display name.</p>
        ) : (
          <p className="font-semibold">
            <bdi>{displayName}</bdi>
          </p>
        )}
      </Changeable>
    </AccountSection>
  );
}

type DisplayNameFormProps = {
  displayName: string | null;
  draft: FieldsDraft;
  onSuccess: (saved: string | null) => void;
};

function DisplayNameForm({ displayName, draft, onSuccess }: DisplayNameFormProps) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ displayNameSchema }) => displayNameSchema),
    path: "/api/auth/name",
    defaultValues: { displayName: displayName ?? "" },
    draft,
    onSuccess: (_values, saved?: { displayName: string | null }) => {
      showToast("success", authMessages.nameSaved);
      onSuccess(saved?.displayName ?? null);
    },
  });
  return (
    <Form form={form}>
      <TextField
        label="Display name"
        autoComplete="nickname"
        autoFocus
        hint="At most 100 characters. Leave it empty to have none."
        {...form.field("displayName")}
      />
      <SubmitButton isSubmitting={form.isSubmitting}>Save</SubmitButton>
    </Form>
  );
}
