"use client";

import { type FormEvent, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Dialog, type OpenDialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { EmailAddress } from "@/components/ui/email-address";
import { roleDescriptions, roleNames } from "@/lib/admin/roles";
import type { ListedUser } from "@/lib/admin/types";
import { type AccountRole, accountRoles } from "@/lib/auth/roles";
import { LosingOwnRole } from "./losing-own-role";
import { useGiveRole } from "./use-give-role.client";

type ChangeRoleProps = { user: ListedUser; isOwn: boolean };

/** A button that opens a dialog for choosing the role of an account. */
export function ChangeRole({ user, isOwn }: ChangeRoleProps) {
  const who = user.email ?? user.displayName ?? user.userId;
  return (
    <DialogTrigger
      className={buttonClasses("outline", "px-3!")}
      dialog={(open) => <RoleDialog {...open} user={user} isOwn={isOwn} who={who} />}
    >
      Change role
      <span className="sr-only"> of {who}</span>
    </DialogTrigger>
  );
}

type RoleDialogProps = OpenDialog & ChangeRoleProps & { who: string };

function RoleDialog({ user, isOwn, who, opener, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<AccountRole>(user.role);
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState("");
  const first = useRef<HTMLInputElement>(null);
  const { give, isBusy } = useGiveRole();

  async function save(isSure: boolean) {
    if (isOwn && user.role === "admin" && role !== "admin" && !isSure) return setIsAsking(true);
    const result = await give({ account: user.userId, role, who, isOwn });
    if (result.ok) return onClose();
    setIsAsking(false);
    setFault(result.message);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };

  return (
    <Dialog title="Change role" onClose={onClose} opener={opener} initialFocus={first}>
      {isAsking ? (
        <LosingOwnRole
          role={role}
          isBusy={isBusy}
          onStay={() => setIsAsking(false)}
          onGo={() => void save(true)}
        />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-5">
          <fieldset>
            <legend className="text-sm wrap-anywhere text-quiet">
              The role of{" "}
              <bdi className="font-semibold text-ink">
                {user.email ? <EmailAddress address={user.email} /> : who}
              </bdi>
              . A change takes effect at once.
            </legend>
            <div className="mt-3 flex flex-col gap-2">
              {accountRoles.map((one) => (
                <label
                  key={one}
                  className="flex min-h-11 cursor-pointer items-start gap-[min(0.75rem,3vw)] rounded-lg border border-line bg-card px-[min(0.875rem,3vw)] py-2.5 has-checked:border-board"
                >
                  <input
                    ref={one === user.role ? first : undefined}
                    type="radio"
                    name="role"
                    checked={role === one}
                    onChange={() => {
                      setRole(one);
                      setFault("");
                    }}
                    className="mt-0.5 size-5 shrink-0 accent-board"
                  />
                  <span>
                    <span className="block font-semibold">{roleNames[one]}</span>
                    <span className="block text-sm text-quiet">{roleDescriptions[one]}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {fault ? <p className="text-sm text-fault">{fault}</p> : null}
          <DialogButtons label="Save" isBusy={isBusy} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  );
}
