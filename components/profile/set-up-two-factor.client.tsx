"use client";

import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { CodeField, codeFieldOf } from "@/components/auth/fields";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import type { NewFactor } from "@/lib/auth/types";
import { LostDevice } from "./lost-device";

type SetUpTwoFactorProps = { email: string; factor: NewFactor; onSuccess: () => void; onCancel: () => void };

/** Sets up a second factor: the user adds its secret to an app, and the app's first code turns the factor on. */
export function SetUpTwoFactor({ email, factor, onSuccess, onCancel }: SetUpTwoFactorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const { factorId, uri, secret, picture } = factor;
  const form = useApiForm({
    loadSchema: () => import("@/lib/auth/schemas").then(({ newFactorSchema }) => newFactorSchema),
    path: "/api/auth/two-factor/activate",
    defaultValues: { factorId, code: "" },
    fieldOf: codeFieldOf,
    onSuccess: () => {
      showToast("success", authMessages.twoFactorOn);
      onSuccess();
    },
  });
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-wrap gap-x-6 gap-y-4">
        {/* QR code readers need a light background around the dark parts, also in dark mode. */}
        {/* biome-ignore lint/performance/noImgElement: it is drawn for this page, and in the page's own data */}
        <img
          src={picture}
          alt="QR code"
          width={176}
          height={176}
          className="rounded-lg border border-line bg-white max-sm:order-last"
        />
        <div className="min-w-0 flex-1 basis-56">
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            1. Add Lectern to an authenticator app
          </h3>
          <p className="mt-1 text-sm text-quiet">
            Scan the picture with the app, or type this key into it. Keep both to yourself.
          </p>
          <Secret secret={secret} />
          <a
            href={uri}
            className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-board hover:underline sm:hidden"
          >
            Open the app on this device
          </a>
        </div>
      </section>
      <section className="flex flex-col gap-4 sm:max-w-xs">
        <h3 className="font-semibold">2. Enter the code that the app shows</h3>
        <Form form={form}>
          <CodeField {...form.field("code")} />
          <SubmitButton isSubmitting={form.isSubmitting}>Turn on</SubmitButton>
          <button type="button" onClick={onCancel} className={buttonClasses("outline", "w-full")}>
            Cancel
          </button>
        </Form>
      </section>
      <LostDevice email={email} />
    </div>
  );
}

function Secret({ secret }: { secret: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      showToast("success", "Key copied to clipboard");
    } catch {
      showToast("error", "Failed to copy the key");
    }
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <code className="rounded-lg bg-well px-3 py-2 font-mono text-sm leading-6">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <button type="button" onClick={() => void copy()} className={buttonClasses("outline")}>
        <Copy aria-hidden="true" className="size-4" />
        Copy key
      </button>
    </div>
  );
}
