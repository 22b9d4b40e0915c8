"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Failure, send } from "@/components/api/calls.client";
import { isTransient } from "@/components/api/fetch-with-timeout.client";
import { buttonClasses } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { linkTexts, type MailedLink, readMailedLink } from "@/lib/auth/mailed-link";
import { authMessages } from "@/lib/auth/messages";
import { routes } from "@/lib/routes";
import { CodeForm } from "./code-form.client";
import { DeadLink } from "./dead-link";
import { enter } from "./go-on.client";

const subscribe = () => () => {};

/** The page that a mailed link opens. It is the same for every link: only the browser reads the link's address. */
export function ConfirmCard() {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => null,
  );
  return search === null ? <Spinner label="Opening your link" /> : <Link link={readMailedLink(search)} />;
}

/**
 * A link with a token is confirmed by a button: programs that scan mails open links before the reader does, and would
 * use the token up. A link with a code is confirmed at once; it is of no use without this browser's cookie.
 */
function Link({ link }: { link: MailedLink }) {
  const router = useRouter();
  const isByCode = link.proof !== null && "code" in link.proof;
  const [isSending, setIsSending] = useState(isByCode);
  const [failure, setFailure] = useState<Failure>();
  const [isHalfDone, setIsHalfDone] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const hasStarted = useRef(false);

  const onSignedIn = () => {
    const { emailChanged, signedIn } = authMessages;
    const message = link.type === "email_change" ? emailChanged : signedIn;
    return enter(router, link.next, link.next === routes.newPassword() ? undefined : message);
  };
  const confirm = async () => {
    setIsSending(true);
    const result = await send<{ isSignedIn: boolean; needsCode: boolean }>(
      "POST",
      "/api/auth/confirm",
      link.proof ?? {},
    );
    if (!result.ok) {
      setFailure(result);
      setIsSending(false);
    } else if (!result.data.isSignedIn) {
      setIsHalfDone(true);
      setIsSending(false);
    } else if (result.data.needsCode) setNeedsCode(true);
    else await onSignedIn();
  };
  useEffect(() => {
    // A code can be used only once, and React runs effects twice in development.
    if (isByCode && !hasStarted.current) void confirm();
    hasStarted.current = true;
  });

  if (needsCode)
    return <CodeForm level={1} onSuccess={onSignedIn} onBack={() => router.replace(routes.signIn())} />;
  if (isHalfDone) return <p role="status">{authMessages.oneMoreLink}</p>;
  if (!link.proof || (failure && !isTransient(failure)))
    return <DeadLink type={link.type} isOtherBrowser={failure?.code === "other_browser"} />;
  if (isByCode && !failure) return <Spinner label="Opening your link" />;
  const { title, text, button } = linkTexts[link.type];
  return (
    <div className="flex flex-col gap-5 text-center">
      <h1 className="font-serif text-2xl font-semibold text-balance">{title}</h1>
      <p className="text-quiet">{text}</p>
      <p role="alert" className="text-sm text-fault empty:hidden">
        {failure?.message}
      </p>
      <button
        type="button"
        aria-disabled={isSending}
        onClick={() => !isSending && void confirm()}
        className={buttonClasses("solid", "h-12 w-full")}
      >
        {failure ? "Try again" : button}
      </button>
    </div>
  );
}
