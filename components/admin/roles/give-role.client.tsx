"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { tryLoad } from "@/components/api/try-load.client";
import { buttonClasses } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog.client";
import { NativeSelect } from "@/components/ui/native-select";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { roleDescriptions, roleNames } from "@/lib/admin/roles";
import { type AccountRole, accountRoles, parseRole } from "@/lib/auth/roles";
import type { Viewer } from "@/lib/auth/types";
import { LosingOwnRole } from "./losing-own-role";
import { useGiveRole } from "./use-give-role.client";

const loadSchema = () => import("@/lib/admin/role-schema");

/** A form that gives a role to the account with the typed e-mail address. */
export function GiveRole({ viewer }: { viewer: Viewer }) {
  const id = useId();
  const [role, setRole] = useState<AccountRole>("editor");
  const [fault, setFault] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { give, isBusy } = useGiveRole();
  // `isBusy` becomes true only after the schema has loaded.
  const isSaving = useRef(false);

  async function save(isSure: boolean) {
    if (isSaving.current) return;
    isSaving.current = true;
    await giveTyped(isSure).finally(() => {
      isSaving.current = false;
    });
  }

  async function giveTyped(isSure: boolean) {
    if (!(await tryLoad(loadSchema))) return;
    const { roleFormSchema } = await loadSchema();
    const typed = field.current?.value ?? "";
    const parsed = roleFormSchema.safeParse({ account: typed, role });
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? "", true);
    const { account } = parsed.data;
    const isOwn = account.toLowerCase() === viewer.email.toLowerCase();
    if (isOwn && role !== "admin" && !isSure) return setIsAsking(true);
    const result = await give({ account, role, who: account, isOwn });
    setIsAsking(false);
    if (!result.ok) return refuse(result.message);
    // What was typed meanwhile is another account.
    if (field.current?.value === typed) field.current.value = "";
    setFault(undefined);
  }

  function refuse(message: string, isToasted = false) {
    setFault(message);
    field.current?.focus();
    if (isToasted) void showToast("error", message);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="@container mt-6 rounded-2xl border border-line bg-card p-5"
    >
      <h2 id={`${id}-title`} className="font-serif text-xl font-semibold">
        Give a role
      </h2>
      {/* With columns of its own, nothing in it moves when a page arrives in parts. */}
      <form
        noValidate
        onSubmit={submit}
        className="mt-3 grid grid-cols-1 items-start gap-x-3 gap-y-4 @sm:grid-cols-[minmax(0,1fr)_8rem] @lg:grid-cols-[minmax(0,1fr)_8rem_10rem]"
      >
        <div className="min-w-0">
          <TextField
            ref={field}
            label="Email of the account"
            type="email"
            name="account"
            autoComplete="off"
            aria-required="true"
            error={fault}
            onChange={() => setFault(undefined)}
          />
        </div>
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            Role
          </label>
          <NativeSelect
            id={id}
            value={role}
            onChange={(event) => setRole(parseRole(event.target.value))}
            aria-describedby={`${id}-note`}
            className="h-12"
          >
            {accountRoles.map((one) => (
              <option key={one} value={one}>
                {roleNames[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
        <button
          ref={button}
          type="submit"
          aria-disabled={isBusy}
          className={buttonClasses("solid", "h-12 w-40 max-w-full @lg:mt-[1.625rem]")}
        >
          Give this role
        </button>
      </form>
      <p id={`${id}-note`} role="status" className="mt-2 text-sm text-quiet">
        {roleNames[role]}: {lowerFirst(roleDescriptions[role])}.
      </p>
      {isAsking ? (
        <Dialog
          title="Give up your role?"
          onClose={() => setIsAsking(false)}
          opener={button}
          initialFocus={button}
        >
          <LosingOwnRole
            role={role}
            isBusy={isBusy}
            onStay={() => setIsAsking(false)}
            onGo={() => void save(true)}
          />
        </Dialog>
      ) : null}
    </section>
  );
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);
