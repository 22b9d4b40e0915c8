import { EmailAddress } from "@/components/ui/email-address";

/** What happens when the device with the codes is gone. */
export function LostDevice({ email }: { email: string }) {
  return (
    <div className="max-w-prose text-sm text-quiet">
      <p>
        If you lose the device, the operator of this installation turns two-factor sign-in off, and you log in
        with your password alone:
      </p>
      <code className="mt-2 block rounded-lg bg-well px-3 py-2 font-mono text-[0.8125rem] leading-5 text-ink">
        npm run account -- reset-two-factor <EmailAddress address={email} />
      </code>
    </div>
  );
}
